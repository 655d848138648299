-- Invoices and quotes are counted as all other lists are: by what a row belongs to, and in there by its values. `/` becomes nothing, `paid/`
-- becomes `/paid`, `/cus_…` becomes `cus_…`, `paid/cus_…` becomes `cus_…/paid`. An id of a customer has 30 characters.
UPDATE list_counts SET filter = CASE
  WHEN filter LIKE '/%' THEN substr(filter, 2)
  WHEN filter LIKE '%/' THEN '/' || substr(filter, 1, length(filter) - 1)
  ELSE substr(filter, length(filter) - 29) || '/' || substr(filter, 1, length(filter) - 31)
END
WHERE list IN ('invoices', 'quotes');

UPDATE list_marks SET filter = CASE
  WHEN filter LIKE '/%' THEN substr(filter, 2)
  WHEN filter LIKE '%/' THEN '/' || substr(filter, 1, length(filter) - 1)
  ELSE substr(filter, length(filter) - 29) || '/' || substr(filter, 1, length(filter) - 31)
END
WHERE list IN ('invoices', 'quotes');
