-- Bank statements (decisions/041-bank-statements.md).

ALTER TABLE companies ADD COLUMN auto_match INTEGER NOT NULL DEFAULT 0 CHECK (auto_match IN (0, 1));

CREATE TABLE bank_transactions (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  booked_date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  name TEXT NOT NULL,
  iban TEXT NOT NULL,
  text TEXT NOT NULL,
  reference TEXT NOT NULL,
  end_to_end_id TEXT NOT NULL,
  bank_reference TEXT NOT NULL,
  foreign_amount TEXT NOT NULL,
  is_reversal INTEGER NOT NULL CHECK (is_reversal IN (0, 1)),
  return_reason TEXT NOT NULL,
  status TEXT NOT NULL,
  matched_amount INTEGER NOT NULL,
  note TEXT NOT NULL,
  content_key TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  reference_key TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, id),
  -- The same transaction is stored once, whatever is uploaded at the same moment.
  UNIQUE (company_id, content_key, ordinal),
  UNIQUE (company_id, reference_key)
) STRICT;
CREATE INDEX bank_transactions_by_booked_date ON bank_transactions (company_id, booked_date, id);
CREATE INDEX bank_transactions_by_status ON bank_transactions (company_id, status, booked_date, id);
-- Where a returned transfer finds the one that it returns.
CREATE INDEX bank_transactions_by_end_to_end_id ON bank_transactions (company_id, end_to_end_id) WHERE end_to_end_id <> '';

CREATE TABLE bank_matches (
  company_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  recorded_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  credit_note_id TEXT,
  customer_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  is_automatic INTEGER NOT NULL CHECK (is_automatic IN (0, 1)),
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (company_id, transaction_id, recorded_id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES bank_transactions (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT, WITHOUT ROWID;
-- What a payment that is undone elsewhere was matched to. One payment is of one transaction.
CREATE UNIQUE INDEX bank_matches_by_recorded_id ON bank_matches (company_id, recorded_id);

-- Which account has paid for which customer, and how often.
CREATE TABLE bank_payers (
  company_id TEXT NOT NULL,
  iban TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  matches INTEGER NOT NULL,
  PRIMARY KEY (company_id, iban, customer_id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE bank_csv_mappings (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES companies (id),
  mapping TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Open invoices by what is due, and documents by their number without hyphens: how a transfer finds them.
CREATE INDEX invoices_by_amount_due ON invoices (company_id, amount_due, due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue');
CREATE INDEX invoices_by_folded_number ON invoices (company_id, (upper(replace(replace(invoice_number, '-', ''), '_', ''))))
  WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_folded_number
  ON credit_notes (company_id, (upper(replace(replace(credit_note_number, '-', ''), '_', '')))) WHERE deleted_at IS NULL;
