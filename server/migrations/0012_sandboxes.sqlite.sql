-- Companies for trying things out: their clock is ahead by what the API moves it.

ALTER TABLE companies ADD COLUMN clock_ahead_ms INTEGER;
-- Until when the clock is being moved, in steps; null while it is not.
ALTER TABLE companies ADD COLUMN sandbox_advances_to TEXT;
-- JSON: the addresses that mails of a sandbox may go to.
ALTER TABLE companies ADD COLUMN sandbox_mail_to TEXT NOT NULL DEFAULT '[]';

CREATE INDEX companies_sandboxes ON companies (id) WHERE clock_ahead_ms IS NOT NULL;
