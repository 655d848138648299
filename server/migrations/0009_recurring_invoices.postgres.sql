-- Recurring invoices (decisions/039-recurring-invoices.md).

CREATE TABLE recurring_invoices (
  company_id text COLLATE "C" NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  frequency text COLLATE "C" NOT NULL,
  interval bigint NOT NULL,
  start_date text COLLATE "C" NOT NULL,
  end_date text COLLATE "C",
  occurrences bigint,
  auto_send boolean NOT NULL,
  next_date text COLLATE "C",
  not_before text COLLATE "C" NOT NULL,
  invoices_count bigint NOT NULL,
  last_error text COLLATE "C",
  project_id text COLLATE "C",
  include_unbilled_time boolean NOT NULL,
  currency text COLLATE "C",
  language text COLLATE "C",
  payment_days bigint,
  tax_rate text COLLATE "C",
  tax_category text COLLATE "C",
  tax_exemption_reasons text COLLATE "C",
  discount_type text COLLATE "C",
  discount_value text COLLATE "C",
  notes text COLLATE "C",
  payment_terms text COLLATE "C",
  purchase_order text COLLATE "C",
  buyer_reference text COLLATE "C",
  tax_id text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  items text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
);
CREATE INDEX recurring_invoices_newest_first ON recurring_invoices (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_status ON recurring_invoices (company_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_customer ON recurring_invoices (company_id, customer_id, created_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_customer_and_status ON recurring_invoices (company_id, customer_id, status, created_at, id)
  WHERE deleted_at IS NULL;
-- Ended ones have no date and come last in either direction.
CREATE INDEX recurring_invoices_by_next_date ON recurring_invoices (company_id, coalesce(next_date, '~'), id, status)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_next_date_downwards ON recurring_invoices (company_id, coalesce(next_date, ''), id, status)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_project ON recurring_invoices (company_id, project_id)
  WHERE deleted_at IS NULL AND project_id IS NOT NULL;
-- Of all companies: what an invoice is to be made of.
CREATE INDEX recurring_invoices_due ON recurring_invoices (next_date, id) WHERE deleted_at IS NULL AND status = 'active';

-- The recurring invoice that made it.
ALTER TABLE invoices ADD COLUMN recurring_invoice_id text COLLATE "C";
CREATE INDEX invoices_by_recurring_invoice ON invoices (company_id, recurring_invoice_id, issue_date, id)
  WHERE deleted_at IS NULL AND recurring_invoice_id IS NOT NULL;
