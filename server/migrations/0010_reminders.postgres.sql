-- Reminders, and thanks after a payment (decisions/040-reminders.md).

-- JSON: `Step` of access/companies/reminders.ts.
ALTER TABLE companies ADD COLUMN reminders text COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE companies ADD COLUMN send_thanks boolean NOT NULL DEFAULT false;
-- The sweep goes through these companies alone.
CREATE INDEX companies_with_reminders ON companies (id) WHERE reminders <> '[]';

ALTER TABLE customers ADD COLUMN reminders_paused boolean NOT NULL DEFAULT false;
ALTER TABLE invoices ADD COLUMN reminders_paused boolean NOT NULL DEFAULT false;
-- The day on which it left `draft`. Null: a draft, or issued before this was kept.
ALTER TABLE invoices ADD COLUMN issued_on text COLLATE "C";

-- What became of each step of an invoice.
CREATE TABLE invoice_reminders (
  company_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  days bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  email_id text COLLATE "C",
  amount_due bigint NOT NULL,
  recorded_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, invoice_id, days),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);

ALTER TABLE emails DROP CONSTRAINT emails_status_check;
ALTER TABLE emails ADD CONSTRAINT emails_status_check CHECK (status IN ('queued', 'sent', 'failed', 'cancelled'));
