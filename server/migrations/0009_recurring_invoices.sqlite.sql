-- Recurring invoices (decisions/039-recurring-invoices.md).

CREATE TABLE recurring_invoices (
  company_id TEXT NOT NULL REFERENCES companies (id),
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  frequency TEXT NOT NULL,
  interval INTEGER NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT,
  occurrences INTEGER,
  auto_send INTEGER NOT NULL CHECK (auto_send IN (0, 1)),
  next_date TEXT,
  not_before TEXT NOT NULL,
  invoices_count INTEGER NOT NULL,
  last_error TEXT,
  project_id TEXT,
  include_unbilled_time INTEGER NOT NULL CHECK (include_unbilled_time IN (0, 1)),
  currency TEXT,
  language TEXT,
  payment_days INTEGER,
  tax_rate TEXT,
  tax_category TEXT,
  tax_exemption_reasons TEXT,
  discount_type TEXT,
  discount_value TEXT,
  notes TEXT,
  payment_terms TEXT,
  purchase_order TEXT,
  buyer_reference TEXT,
  tax_id TEXT,
  metadata TEXT NOT NULL,
  items TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customers (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
) STRICT;
CREATE INDEX recurring_invoices_newest_first ON recurring_invoices (company_id, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_status ON recurring_invoices (company_id, status, created_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_customer ON recurring_invoices (company_id, customer_id, created_at, id, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_customer_and_status ON recurring_invoices (company_id, customer_id, status, created_at, id, deleted_at)
  WHERE deleted_at IS NULL;
-- Ended ones have no date and come last in either direction.
CREATE INDEX recurring_invoices_by_next_date ON recurring_invoices (company_id, coalesce(next_date, '~'), id, status, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_next_date_downwards ON recurring_invoices (company_id, coalesce(next_date, ''), id, status, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_project ON recurring_invoices (company_id, project_id)
  WHERE deleted_at IS NULL AND project_id IS NOT NULL;
-- Of all companies: what an invoice is to be made of.
CREATE INDEX recurring_invoices_due ON recurring_invoices (next_date, id) WHERE deleted_at IS NULL AND status = 'active';

-- The recurring invoice that made it.
ALTER TABLE invoices ADD COLUMN recurring_invoice_id TEXT;
CREATE INDEX invoices_by_recurring_invoice ON invoices (company_id, recurring_invoice_id, issue_date, id, deleted_at)
  WHERE deleted_at IS NULL AND recurring_invoice_id IS NOT NULL;
