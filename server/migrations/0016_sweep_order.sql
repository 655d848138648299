-- The sweeps go through what is due by day and id, so that one company in which they fail does not hold up the others.
DROP INDEX invoices_to_become_overdue;
CREATE INDEX invoices_to_become_overdue ON invoices (due_date, id)
  WHERE deleted_at IS NULL AND amount_due > 0 AND status IN ('sent', 'viewed', 'partial');
DROP INDEX quotes_to_expire;
CREATE INDEX quotes_to_expire ON quotes (valid_until, id) WHERE deleted_at IS NULL AND status IN ('sent', 'viewed');
