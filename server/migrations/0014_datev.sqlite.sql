-- JSON: what a German accountant's program wants to know of a company (access/companies/datev.ts); null: nothing is set.

ALTER TABLE companies ADD COLUMN datev TEXT;
