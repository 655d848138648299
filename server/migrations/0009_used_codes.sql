-- The time step of the last code that was taken (RFC 6238): that one and those before it count no more. Both engines take this file.
ALTER TABLE two_factors ADD COLUMN last_step BIGINT;
