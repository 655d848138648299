-- Credit notes and refunds (decisions/037-credit-notes.md).

ALTER TABLE invoices ADD COLUMN amount_credited bigint NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN amount_refunded bigint NOT NULL DEFAULT 0;

-- The line that billed it. Null: none, or it was billed before lines were kept.
ALTER TABLE time_entries ADD COLUMN invoice_item_id text COLLATE "C";

CREATE TABLE credit_notes (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  credit_note_number text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  issue_date text COLLATE "C" NOT NULL,
  service_from text COLLATE "C",
  service_to text COLLATE "C",
  currency text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  subtotal bigint NOT NULL,
  discount_type text COLLATE "C",
  discount_value text COLLATE "C",
  discount_amount bigint NOT NULL,
  subtotal_after_discount bigint NOT NULL,
  tax_rate text COLLATE "C" NOT NULL,
  tax_category text COLLATE "C",
  tax_exemption_reasons text COLLATE "C",
  tax_groups text COLLATE "C",
  tax_id text COLLATE "C" NOT NULL,
  tax_amount bigint NOT NULL,
  total bigint NOT NULL,
  amount_refunded bigint NOT NULL,
  reason text COLLATE "C" NOT NULL,
  notes text COLLATE "C" NOT NULL,
  payment_terms text COLLATE "C" NOT NULL,
  purchase_order text COLLATE "C" NOT NULL,
  buyer_reference text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  issued_customer_name text COLLATE "C",
  issued_customer_email text COLLATE "C",
  issued_customer_contact text COLLATE "C",
  issued_billing text COLLATE "C",
  issued_company text COLLATE "C",
  public_token text COLLATE "C" NOT NULL UNIQUE,
  document_version bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, credit_note_number),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX credit_notes_newest_first ON credit_notes (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_invoice_id ON credit_notes (company_id, invoice_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_customer ON credit_notes (company_id, customer_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_by_customer_and_invoice_id ON credit_notes (company_id, customer_id, invoice_id, created_at, id)
  WHERE deleted_at IS NULL;

CREATE TABLE credit_note_items (
  company_id text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  sort_order bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  quantity text COLLATE "C" NOT NULL,
  unit text COLLATE "C" NOT NULL,
  unit_price text COLLATE "C" NOT NULL,
  discount_percent text COLLATE "C",
  tax_rate text COLLATE "C",
  tax_category text COLLATE "C",
  subtotal bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (company_id, document_id, sort_order),
  FOREIGN KEY (company_id, document_id) REFERENCES credit_notes (company_id, id)
);

CREATE TABLE refunds (
  company_id text COLLATE "C" NOT NULL,
  credit_note_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  paid_at text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, credit_note_id, id),
  FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes (company_id, id)
);
CREATE INDEX refunds_newest_first ON refunds (company_id, credit_note_id, created_at, id) WHERE deleted_at IS NULL;
