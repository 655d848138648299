-- What could be billed is a kept sum, too: minutes by project and the rate that they would be billed at, which is the entry's own, else its
-- task's; what has neither stands under no rate, and is billed at its project's. So nothing moves when a project's rate changes.
INSERT INTO kept_sums (company_id, name, key, count, millions, rest)
SELECT time_entries.company_id, 'unbilled',
  time_entries.project_id || '/' || coalesce(time_entries.hourly_rate, tasks.hourly_rate, ''),
  count(*), sum(time_entries.duration_minutes / 1000000), sum(time_entries.duration_minutes % 1000000)
FROM time_entries
LEFT JOIN tasks
  ON tasks.company_id = time_entries.company_id
  AND tasks.project_id = time_entries.project_id
  AND tasks.id = time_entries.task_id
WHERE time_entries.is_billable AND NOT time_entries.is_running AND time_entries.invoice_id IS NULL AND time_entries.deleted_at IS NULL
GROUP BY time_entries.company_id, time_entries.project_id, coalesce(time_entries.hourly_rate, tasks.hourly_rate, '');

-- Read for the same figure before, and by nothing else.
DROP INDEX time_entries_unbilled;
DROP INDEX tasks_with_rate;
