-- What `svc-server verify` needs to notice that something was removed or replaced behind the service's back.

-- When a rule version was certainly in force: set after the transaction that made it has committed. `created_at` is the
-- beginning of that transaction, so between the two a sale may have been decided with this version or with the one before.
-- Null: not known; the service of the version before made it, or ended before it could say so.
alter table commission_rules add column in_force_at timestamptz;

-- Between which two moments of the database's clock a sale was decided: the beginning of its transaction and the moment
-- its row was written. `recorded_at` is when the sale arrived, by the clock of the process it arrived at, so rules cannot
-- be compared with it exactly. Null: recorded before this migration.
alter table sales add column decided_from timestamptz, add column decided_until timestamptz;
alter table sales
  alter column decided_from set default now(),
  alter column decided_until set default clock_timestamp();

-- Entries of a workspace are numbered 1, 2, 3 … without gaps, so that a deleted one is missed, and the newest number is
-- kept beside them, so that the last ones are missed too.
create table audit_heads (
  workspace_id bigint primary key,
  last_number bigint not null check (last_number > 0)
);
alter table audit_entries add column number bigint;
alter table audit_entries disable trigger audit_append_only;
update audit_entries e
   set number = numbered.number
  from (select id, row_number() over (partition by workspace_id order by id) as number from audit_entries) numbered
 where numbered.id = e.id;
alter table audit_entries enable trigger audit_append_only;
insert into audit_heads (workspace_id, last_number) select workspace_id, max(number) from audit_entries group by workspace_id;
alter table audit_entries alter column number set not null;
create unique index audit_entries_number on audit_entries (workspace_id, number);

-- The database numbers entries itself, so that a service of the version before can still write them. Writers of one
-- workspace take turns by its row of audit_heads, which each keeps locked until it has committed or rolled back: a number
-- that was taken back is given out again. Entries are written last in their transaction, so nobody waits for long.
create function number_audit_entry() returns trigger language plpgsql as $$
begin
  insert into audit_heads as head (workspace_id, last_number) values (new.workspace_id, 1)
    on conflict (workspace_id) do update set last_number = head.last_number + 1
    returning head.last_number into new.number;
  return new;
end
$$;
create trigger audit_entry_number before insert on audit_entries for each row execute function number_audit_entry();
