-- What is to be done later, of every kind: timers (one row each, key 0), events of payment providers (the key is the event's
-- row id), and whatever comes. A row is due when its time has come and nobody holds a lease on it; a lease that has run out
-- is nobody's. `leased_by` is the runner that leased it, so that one whose connection was lost finds what it holds.
create table work_items (
  kind text not null,
  key bigint not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  leased_by text,
  attempts integer not null default 0,
  last_error text,
  primary key (kind, key)
);
create index work_items_due on work_items (due_at);

-- A process of the version before can store no event any more (0025) and finds none to process: what it had leased is
-- leased again when its lease has run out. Its timers fail until it is replaced, and run here.
insert into work_items (kind, key, due_at, attempts) select 'provider_event', id, due_at, attempts from processor_due;
drop table processor_due;
drop schema if exists pgboss cascade;
