-- The time of an event is the time of the machine's clock, also after the clock was set back. Events that come after that begin a timeline of
-- their own: within a timeline the order of ids is the order of times, which is what filters by time stand on. 0 is the first, and mostly the
-- only one. `timelines`: a JSON array of the last times of the others; null without any. Both engines take this file.
ALTER TABLE events ADD COLUMN timeline INTEGER NOT NULL DEFAULT 0 CHECK (timeline BETWEEN 0 AND 15);
ALTER TABLE event_heads ADD COLUMN timelines TEXT;
DROP INDEX events_by_time;
CREATE INDEX events_by_time ON events (company_id, timeline, created_at, id);
