-- What documents say of a company and its customers, the defaults of new documents, and ids and data of other systems.

ALTER TABLE companies ADD COLUMN time_zone text COLLATE "C" NOT NULL DEFAULT 'UTC';
ALTER TABLE companies ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en';
ALTER TABLE companies ADD COLUMN zipcode text COLLATE "C";
ALTER TABLE companies ADD COLUMN city text COLLATE "C";
ALTER TABLE companies ADD COLUMN country text COLLATE "C";
ALTER TABLE companies ADD COLUMN contact_name text COLLATE "C";
ALTER TABLE companies ADD COLUMN contact_email text COLLATE "C";
ALTER TABLE companies ADD COLUMN contact_phone text COLLATE "C";
ALTER TABLE companies ADD COLUMN registration_number text COLLATE "C";
ALTER TABLE companies ADD COLUMN tax_number text COLLATE "C";
ALTER TABLE companies ADD COLUMN iban text COLLATE "C";
ALTER TABLE companies ADD COLUMN bic text COLLATE "C";
ALTER TABLE companies ADD COLUMN account_holder text COLLATE "C";
ALTER TABLE companies ADD COLUMN electronic_address text COLLATE "C";
ALTER TABLE companies ADD COLUMN electronic_address_scheme text COLLATE "C";
ALTER TABLE companies ADD COLUMN default_tax_rate text COLLATE "C";
ALTER TABLE companies ADD COLUMN default_payment_days bigint;
ALTER TABLE companies ADD COLUMN default_hourly_rate text COLLATE "C";
ALTER TABLE companies ADD COLUMN default_notes text COLLATE "C";
ALTER TABLE companies ADD COLUMN default_payment_terms text COLLATE "C";
ALTER TABLE companies ADD COLUMN credit_note_prefix text COLLATE "C" NOT NULL DEFAULT 'CN';
ALTER TABLE companies ADD COLUMN document_template text COLLATE "C" NOT NULL DEFAULT 'modern';
ALTER TABLE companies ADD COLUMN accent_color text COLLATE "C";
ALTER TABLE companies ADD COLUMN footer text COLLATE "C";
ALTER TABLE companies ADD COLUMN payment_link_template text COLLATE "C";
-- Credit notes are not numbered like invoices.
UPDATE companies SET credit_note_prefix = 'CRN' WHERE invoice_prefix = 'CN';
-- Which time zones there are: the sweeps look for the companies whose day has changed.
CREATE INDEX companies_by_time_zone ON companies (time_zone);

ALTER TABLE customers ADD COLUMN language text COLLATE "C";
ALTER TABLE customers ADD COLUMN contact_name text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN cc_emails text COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE customers ADD COLUMN default_tax_rate text COLLATE "C";
ALTER TABLE customers ADD COLUMN default_payment_days bigint;
ALTER TABLE customers ADD COLUMN buyer_reference text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN electronic_address text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN electronic_address_scheme text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN external_id text COLLATE "C";
ALTER TABLE customers ADD COLUMN metadata text COLLATE "C" NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX customers_by_external_id ON customers (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;

ALTER TABLE invoices ADD COLUMN service_from text COLLATE "C";
ALTER TABLE invoices ADD COLUMN service_to text COLLATE "C";
ALTER TABLE invoices ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en';
ALTER TABLE invoices ADD COLUMN external_id text COLLATE "C";
ALTER TABLE invoices ADD COLUMN metadata text COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE invoices ADD COLUMN issued_company text COLLATE "C";
CREATE UNIQUE INDEX invoices_by_external_id ON invoices (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;
-- In the order of the list, with the columns of the filters that it is not counted by: what they leave out costs no look at the row. The condition
-- on created_at is always true: without it in a query, no other plan takes this index because it has all columns.
CREATE INDEX invoices_to_filter ON invoices (company_id, created_at, id, status, customer_id, issue_date, due_date, invoice_number, deleted_at)
  WHERE deleted_at IS NULL AND created_at > '';

ALTER TABLE quotes ADD COLUMN service_from text COLLATE "C";
ALTER TABLE quotes ADD COLUMN service_to text COLLATE "C";
ALTER TABLE quotes ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en';
ALTER TABLE quotes ADD COLUMN external_id text COLLATE "C";
ALTER TABLE quotes ADD COLUMN metadata text COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE quotes ADD COLUMN issued_company text COLLATE "C";
CREATE UNIQUE INDEX quotes_by_external_id ON quotes (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;
-- In the order of the list, with the columns of the filters that it is not counted by: what they leave out costs no look at the row. The condition
-- on created_at is always true: without it in a query, no other plan takes this index because it has all columns.
CREATE INDEX quotes_to_filter ON quotes (company_id, created_at, id, status, customer_id, issue_date, valid_until, quote_number, deleted_at)
  WHERE deleted_at IS NULL AND created_at > '';
