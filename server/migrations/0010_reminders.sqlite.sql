-- Reminders, and thanks after a payment (decisions/040-reminders.md).

-- JSON: `Step` of access/companies/reminders.ts.
ALTER TABLE companies ADD COLUMN reminders TEXT NOT NULL DEFAULT '[]';
ALTER TABLE companies ADD COLUMN send_thanks INTEGER NOT NULL DEFAULT 0 CHECK (send_thanks IN (0, 1));
-- The sweep goes through these companies alone.
CREATE INDEX companies_with_reminders ON companies (id) WHERE reminders <> '[]';

ALTER TABLE customers ADD COLUMN reminders_paused INTEGER NOT NULL DEFAULT 0 CHECK (reminders_paused IN (0, 1));
ALTER TABLE invoices ADD COLUMN reminders_paused INTEGER NOT NULL DEFAULT 0 CHECK (reminders_paused IN (0, 1));
-- The day on which it left `draft`. Null: a draft, or issued before this was kept.
ALTER TABLE invoices ADD COLUMN issued_on TEXT;

-- What became of each step of an invoice.
CREATE TABLE invoice_reminders (
  company_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  days INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  email_id TEXT,
  amount_due INTEGER NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (company_id, invoice_id, days),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT, WITHOUT ROWID;

-- SQLite can't change the condition of a column: the table is made again, with `cancelled`. Nothing refers to it.
CREATE TABLE emails_with_cancelled (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'cancelled')),
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
  attached_version INTEGER,
  PRIMARY KEY (company_id, id)
) STRICT;
INSERT INTO emails_with_cancelled
  SELECT company_id, id, kind, status, resource_type, resource_id, "to", cc, subject, content, attach, message_id, attempts, last_error, refused,
    created_at, sent_at, attached_version
  FROM emails;
DROP TABLE emails;
ALTER TABLE emails_with_cancelled RENAME TO emails;
CREATE INDEX emails_by_resource ON emails (company_id, resource_id, id);
CREATE INDEX emails_by_status ON emails (company_id, status, id);
