-- What documents say of a company and its customers, the defaults of new documents, and ids and data of other systems.

ALTER TABLE companies ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE companies ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE companies ADD COLUMN zipcode TEXT;
ALTER TABLE companies ADD COLUMN city TEXT;
ALTER TABLE companies ADD COLUMN country TEXT;
ALTER TABLE companies ADD COLUMN contact_name TEXT;
ALTER TABLE companies ADD COLUMN contact_email TEXT;
ALTER TABLE companies ADD COLUMN contact_phone TEXT;
ALTER TABLE companies ADD COLUMN registration_number TEXT;
ALTER TABLE companies ADD COLUMN tax_number TEXT;
ALTER TABLE companies ADD COLUMN iban TEXT;
ALTER TABLE companies ADD COLUMN bic TEXT;
ALTER TABLE companies ADD COLUMN account_holder TEXT;
ALTER TABLE companies ADD COLUMN electronic_address TEXT;
ALTER TABLE companies ADD COLUMN electronic_address_scheme TEXT;
ALTER TABLE companies ADD COLUMN default_tax_rate TEXT;
ALTER TABLE companies ADD COLUMN default_payment_days INTEGER;
ALTER TABLE companies ADD COLUMN default_hourly_rate TEXT;
ALTER TABLE companies ADD COLUMN default_notes TEXT;
ALTER TABLE companies ADD COLUMN default_payment_terms TEXT;
ALTER TABLE companies ADD COLUMN credit_note_prefix TEXT NOT NULL DEFAULT 'CN';
ALTER TABLE companies ADD COLUMN document_template TEXT NOT NULL DEFAULT 'modern';
ALTER TABLE companies ADD COLUMN accent_color TEXT;
ALTER TABLE companies ADD COLUMN footer TEXT;
ALTER TABLE companies ADD COLUMN payment_link_template TEXT;
-- Credit notes are not numbered like invoices.
UPDATE companies SET credit_note_prefix = 'CRN' WHERE invoice_prefix = 'CN';
-- Which time zones there are: the sweeps look for the companies whose day has changed.
CREATE INDEX companies_by_time_zone ON companies (time_zone);

ALTER TABLE customers ADD COLUMN language TEXT;
ALTER TABLE customers ADD COLUMN contact_name TEXT NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN cc_emails TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customers ADD COLUMN default_tax_rate TEXT;
ALTER TABLE customers ADD COLUMN default_payment_days INTEGER;
ALTER TABLE customers ADD COLUMN buyer_reference TEXT NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN electronic_address TEXT NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN electronic_address_scheme TEXT NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN external_id TEXT;
ALTER TABLE customers ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX customers_by_external_id ON customers (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;

ALTER TABLE invoices ADD COLUMN service_from TEXT;
ALTER TABLE invoices ADD COLUMN service_to TEXT;
ALTER TABLE invoices ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE invoices ADD COLUMN external_id TEXT;
ALTER TABLE invoices ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE invoices ADD COLUMN issued_company TEXT;
CREATE UNIQUE INDEX invoices_by_external_id ON invoices (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;
-- In the order of the list, with the columns of the filters that it is not counted by: what they leave out costs no look at the row. The condition
-- on created_at is always true: without it in a query, no other plan takes this index because it has all columns.
CREATE INDEX invoices_to_filter ON invoices (company_id, created_at, id, status, customer_id, issue_date, due_date, invoice_number, deleted_at)
  WHERE deleted_at IS NULL AND created_at > '';

ALTER TABLE quotes ADD COLUMN service_from TEXT;
ALTER TABLE quotes ADD COLUMN service_to TEXT;
ALTER TABLE quotes ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE quotes ADD COLUMN external_id TEXT;
ALTER TABLE quotes ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE quotes ADD COLUMN issued_company TEXT;
CREATE UNIQUE INDEX quotes_by_external_id ON quotes (company_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;
-- In the order of the list, with the columns of the filters that it is not counted by: what they leave out costs no look at the row. The condition
-- on created_at is always true: without it in a query, no other plan takes this index because it has all columns.
CREATE INDEX quotes_to_filter ON quotes (company_id, created_at, id, status, customer_id, issue_date, valid_until, quote_number, deleted_at)
  WHERE deleted_at IS NULL AND created_at > '';
