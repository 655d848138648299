-- What came in, by the day.

CREATE INDEX payments_by_day ON payments (company_id, paid_at, id) WHERE deleted_at IS NULL;
