-- What the numbering of events needs. `event_heads` keeps the last number of each workspace, so that a number is never given
-- out twice, whatever becomes of the events. Whoever numbers locks the one row of `event_numbering` first.
create table event_heads (
  workspace_id bigint primary key,
  last_sequence bigint not null check (last_sequence > 0)
);
create table event_numbering (
  id integer primary key check (id = 1)
);
insert into event_numbering (id) values (1);

-- Events are numbered in the order of their time, a bounded batch at a time. Ids do not give that order between two connections.
drop index events_unnumbered;
create index events_unnumbered on events (created_at, id) where sequence is null;
