-- What customers decided on quotes (decisions/031-public-pages.md): the decision that stands, and all of them with their evidence.

ALTER TABLE quotes ADD COLUMN decision TEXT;
ALTER TABLE quotes ADD COLUMN decisions TEXT NOT NULL DEFAULT '[]';
