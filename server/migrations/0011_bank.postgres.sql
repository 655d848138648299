-- Bank statements (decisions/041-bank-statements.md).

ALTER TABLE companies ADD COLUMN auto_match boolean NOT NULL DEFAULT false;

CREATE TABLE bank_transactions (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  booked_date text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  iban text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  end_to_end_id text COLLATE "C" NOT NULL,
  bank_reference text COLLATE "C" NOT NULL,
  foreign_amount text COLLATE "C" NOT NULL,
  is_reversal boolean NOT NULL,
  return_reason text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  matched_amount bigint NOT NULL,
  note text COLLATE "C" NOT NULL,
  content_key text COLLATE "C" NOT NULL,
  ordinal bigint NOT NULL,
  reference_key text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, id),
  -- The same transaction is stored once, whatever is uploaded at the same moment.
  UNIQUE (company_id, content_key, ordinal),
  UNIQUE (company_id, reference_key)
);
CREATE INDEX bank_transactions_by_booked_date ON bank_transactions (company_id, booked_date, id);
CREATE INDEX bank_transactions_by_status ON bank_transactions (company_id, status, booked_date, id);
-- Where a returned transfer finds the one that it returns.
CREATE INDEX bank_transactions_by_end_to_end_id ON bank_transactions (company_id, end_to_end_id) WHERE end_to_end_id <> '';

CREATE TABLE bank_matches (
  company_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  recorded_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  credit_note_id text COLLATE "C",
  customer_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  is_automatic boolean NOT NULL,
  reason text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, transaction_id, recorded_id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES bank_transactions (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
-- What a payment that is undone elsewhere was matched to. One payment is of one transaction.
CREATE UNIQUE INDEX bank_matches_by_recorded_id ON bank_matches (company_id, recorded_id);

-- Which account has paid for which customer, and how often.
CREATE TABLE bank_payers (
  company_id text COLLATE "C" NOT NULL,
  iban text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  matches bigint NOT NULL,
  PRIMARY KEY (company_id, iban, customer_id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id)
);

CREATE TABLE bank_csv_mappings (
  company_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES companies (id),
  mapping text COLLATE "C" NOT NULL
);

-- Open invoices by what is due, and documents by their number without hyphens: how a transfer finds them.
CREATE INDEX invoices_by_amount_due ON invoices (company_id, amount_due, due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial', 'overdue');
CREATE INDEX invoices_by_folded_number ON invoices (company_id, (upper(replace(replace(invoice_number, '-', ''), '_', ''))))
  WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_folded_number
  ON credit_notes (company_id, (upper(replace(replace(credit_note_number, '-', ''), '_', '')))) WHERE deleted_at IS NULL;
