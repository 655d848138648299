-- The documents as they were given out, and the pictures that are printed on them (decisions/034-kept-documents.md).

-- `pdf` is the file, deflated, in base64. `content_hash` is of what it was printed from: another one makes another version.
CREATE TABLE document_versions (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  kind text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  pdf text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, kind, document_id, version)
);
-- It is compressed already.
ALTER TABLE document_versions ALTER COLUMN pdf SET STORAGE EXTERNAL;
ALTER TABLE invoices ADD COLUMN document_version bigint NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN issued_customer_contact text COLLATE "C";
ALTER TABLE quotes ADD COLUMN document_version bigint NOT NULL DEFAULT 0;
ALTER TABLE quotes ADD COLUMN issued_customer_contact text COLLATE "C";

-- The logos that issued documents name, whatever became of the company's. What was issued before may name those that are there.
CREATE TABLE issued_logos (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  sha256 text COLLATE "C" NOT NULL,
  media_type text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, sha256)
);
CREATE INDEX issued_logos_by_content ON issued_logos (sha256);
INSERT INTO issued_logos SELECT company_id, sha256, media_type, image FROM company_logos;

-- The version of the document that a mail carries, from its first attempt on.
ALTER TABLE emails ADD COLUMN attached_version bigint;
