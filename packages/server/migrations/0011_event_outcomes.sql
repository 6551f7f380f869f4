-- An event is stored once and never changed by working it off: what is still to be done about it and what came of it are
-- rows of their own. Otherwise each event was written twice, body and index entries and all, and the first copy had to be
-- cleared away later, by which everything else was kept waiting.

-- First, because it keeps others from writing events from here on: one stored meanwhile by a process that does not know
-- the tables below would be due nowhere.
alter table processor_events drop constraint processor_events_due_check;

-- Work: events that are to be worked off. `due_at` is also a lease: whoever works on one has moved it into the future.
create table processor_due (
  id bigint primary key, -- of the event
  due_at timestamptz not null,
  attempts integer not null
);
create index processor_due_time on processor_due (due_at);

-- What came of an event when it was worked off last. `waiting`: it could not be recorded and is due again, or it is about
-- a payment whose sale is not known (then `payment_names` has its names).
create table processor_outcomes (
  id bigint primary key, -- of the event
  workspace_id bigint, -- null: no workspace's
  status text not null check (status in ('processed', 'ignored', 'failed', 'waiting')),
  reason text not null,
  payment_names text[],
  attempts integer not null,
  settled_at timestamptz not null
);
create index processor_outcomes_workspace on processor_outcomes (workspace_id, id desc);

insert into processor_due select id, next_attempt_at, attempts from processor_events where next_attempt_at is not null;
insert into processor_outcomes
  select id, workspace_id, status, reason, payment_names, attempts, coalesce(settled_at, received_at) from processor_events
   where status <> 'waiting' or next_attempt_at is null or workspace_id is not null;

alter table processor_events
  drop column workspace_id, drop column status, drop column reason, drop column payment_names, drop column attempts,
  drop column next_attempt_at, drop column settled_at;
create index processor_events_kept on processor_events (received_at) where body <> '';
