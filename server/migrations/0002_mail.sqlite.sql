-- Mails to customers and their fate (decisions/033-mail.md). `content` is what each attempt makes the same mail of.
CREATE TABLE emails (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  "to" TEXT NOT NULL,
  cc TEXT NOT NULL,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  attach TEXT NOT NULL,
  message_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  last_error TEXT,
  refused TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT,
  PRIMARY KEY (company_id, id)
) STRICT;
-- Ids sort by time: the key is the order of the list, and these are its filters.
CREATE INDEX emails_by_resource ON emails (company_id, resource_id, id);
CREATE INDEX emails_by_status ON emails (company_id, status, id);
