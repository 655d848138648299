-- The documents as they were given out, and the pictures that are printed on them (decisions/034-kept-documents.md).

-- `pdf` is the file, deflated, in base64. `content_hash` is of what it was printed from: another one makes another version.
CREATE TABLE document_versions (
  company_id TEXT NOT NULL REFERENCES companies (id),
  kind TEXT NOT NULL,
  document_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  pdf TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, kind, document_id, version)
) STRICT;
ALTER TABLE invoices ADD COLUMN document_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN issued_customer_contact TEXT;
ALTER TABLE quotes ADD COLUMN document_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE quotes ADD COLUMN issued_customer_contact TEXT;

-- The logos that issued documents name, whatever became of the company's. What was issued before may name those that are there.
CREATE TABLE issued_logos (
  company_id TEXT NOT NULL REFERENCES companies (id),
  sha256 TEXT NOT NULL,
  media_type TEXT NOT NULL,
  image TEXT NOT NULL,
  PRIMARY KEY (company_id, sha256)
) STRICT;
CREATE INDEX issued_logos_by_content ON issued_logos (sha256);
INSERT INTO issued_logos SELECT company_id, sha256, media_type, image FROM company_logos;

-- The version of the document that a mail carries, from its first attempt on.
ALTER TABLE emails ADD COLUMN attached_version INTEGER;
