-- Work to be done later, of every kind: timers (one row each, key 0), events of payment providers (the key is the event's
-- row id), and future kinds. A row is due at its time unless it is leased; an expired lease counts as none. `leased_by` is
-- the runner that leased it, so that a runner that lost its connection finds its leases.
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

-- A process of the previous version can no longer store events (0025) and finds none to process: what it leased is leased
-- again after its lease expires. Its timers fail until it is replaced, and run in the new version.
insert into work_items (kind, key, due_at, attempts) select 'provider_event', id, due_at, attempts from processor_due;
drop table processor_due;
drop schema if exists pgboss cascade;
