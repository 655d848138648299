-- Mails to customers and their fate (decisions/033-mail.md). `content` is what each attempt makes the same mail of.
CREATE TABLE emails (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  "to" text COLLATE "C" NOT NULL,
  cc text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  attach text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  last_error text COLLATE "C",
  refused text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  sent_at text COLLATE "C",
  PRIMARY KEY (company_id, id)
);
-- Ids sort by time: the key is the order of the list, and these are its filters.
CREATE INDEX emails_by_resource ON emails (company_id, resource_id, id);
CREATE INDEX emails_by_status ON emails (company_id, status, id);
