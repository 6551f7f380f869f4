-- Which events the numbers of a workspace name, many to a row: `event_ids[1]` has the number `first_sequence`, the next one the next
-- number. Rows are never changed. Events were updated with their number before, which wrote each of them twice.
create table event_sequences (
  workspace_id bigint not null,
  first_sequence bigint not null check (first_sequence > 0),
  event_ids bigint[] not null check (cardinality(event_ids) between 1 and 200),
  primary key (workspace_id, first_sequence)
);

-- Events without a number, by the statement that wrote them: it leaves a row for each workspace, with the events in the order of their
-- ids, and several where it wrote many. Numbering moves the row to event_sequences.
create table unnumbered_events (
  id bigint generated always as identity (cache 100),
  workspace_id bigint not null,
  written_at timestamptz not null,
  event_ids bigint[] not null,
  primary key (written_at, id)
);

-- A process of the previous version, which still runs beside this one, can neither number events nor read their numbers any more.
-- What it records has events, and the trigger leaves them to be numbered by a process of this version.
lock table events in access exclusive mode;

insert into event_sequences (workspace_id, first_sequence, event_ids)
select workspace_id, min(sequence), array_agg(id order by sequence)
  from events where sequence is not null
 group by workspace_id, (sequence - 1) / 200;

insert into unnumbered_events (workspace_id, written_at, event_ids)
select workspace_id, created_at, array[id] from events where sequence is null order by created_at, id;

-- With it go the index of numbers (events_sequence), which the feed and webhooks read and event_sequences replaces, and the index of
-- events without a number (events_unnumbered), which numbering read and unnumbered_events replaces.
alter table events drop column sequence;

create function leave_events_to_be_numbered() returns trigger language plpgsql as $$
begin
  insert into unnumbered_events (workspace_id, written_at, event_ids)
  select workspace_id, min(created_at), array_agg(id order by id)
    from written group by workspace_id, id / 200 order by min(id);
  return null;
end $$;
create trigger events_written after insert on events referencing new table as written
  for each statement execute function leave_events_to_be_numbered();
