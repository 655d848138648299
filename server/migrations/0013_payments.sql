-- The payments of all invoices: by the day on which they came in, and by their id, which pages begin after.

CREATE INDEX payments_by_day ON payments (company_id, paid_at, id) WHERE deleted_at IS NULL;
CREATE INDEX payments_by_id ON payments (company_id, id);
