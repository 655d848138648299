-- Credit notes and refunds (decisions/037-credit-notes.md).

ALTER TABLE invoices ADD COLUMN amount_credited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN amount_refunded INTEGER NOT NULL DEFAULT 0;

-- The line that billed it. Null: none, or it was billed before lines were kept.
ALTER TABLE time_entries ADD COLUMN invoice_item_id TEXT;

CREATE TABLE credit_notes (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  credit_note_number TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  issue_date TEXT NOT NULL,
  service_from TEXT,
  service_to TEXT,
  currency TEXT NOT NULL,
  language TEXT NOT NULL,
  subtotal INTEGER NOT NULL,
  discount_type TEXT,
  discount_value TEXT,
  discount_amount INTEGER NOT NULL,
  subtotal_after_discount INTEGER NOT NULL,
  tax_rate TEXT NOT NULL,
  tax_category TEXT,
  tax_exemption_reasons TEXT,
  tax_groups TEXT,
  tax_id TEXT NOT NULL,
  tax_amount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  amount_refunded INTEGER NOT NULL,
  reason TEXT NOT NULL,
  notes TEXT NOT NULL,
  payment_terms TEXT NOT NULL,
  purchase_order TEXT NOT NULL,
  buyer_reference TEXT NOT NULL,
  external_id TEXT,
  metadata TEXT NOT NULL,
  issued_customer_name TEXT,
  issued_customer_email TEXT,
  issued_customer_contact TEXT,
  issued_billing TEXT,
  issued_company TEXT,
  public_token TEXT NOT NULL UNIQUE,
  document_version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, credit_note_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
) STRICT;
CREATE INDEX credit_notes_newest_first ON credit_notes (company_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_invoice_id ON credit_notes (company_id, invoice_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_customer ON credit_notes (company_id, customer_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_customer_and_invoice_id ON credit_notes (company_id, customer_id, invoice_id, created_at, id, deleted_at)
  WHERE deleted_at IS NULL;

CREATE TABLE credit_note_items (
  company_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  quantity TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_price TEXT NOT NULL,
  discount_percent TEXT,
  tax_rate TEXT,
  tax_category TEXT,
  subtotal INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES credit_notes (company_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE refunds (
  company_id TEXT NOT NULL,
  credit_note_id TEXT NOT NULL,
  id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  paid_at TEXT NOT NULL,
  method TEXT NOT NULL,
  reference TEXT NOT NULL,
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, credit_note_id, id),
  FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes (company_id, id)
) STRICT;
CREATE INDEX refunds_newest_first ON refunds (company_id, credit_note_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
