-- An ignored event whose customer is not known yet is tried again later: it is due, and it is ignored until then.
alter table processor_events drop constraint processor_events_check;
alter table processor_events add constraint processor_events_due_check
  check (next_attempt_at is null or status in ('waiting', 'ignored'));

-- What events said is forgotten when nobody needs it any more; the ids of those that counted stay, so that none counts twice.
drop index processor_events_kept;
create index processor_events_kept on processor_events (received_at) where next_attempt_at is null and body <> '';
