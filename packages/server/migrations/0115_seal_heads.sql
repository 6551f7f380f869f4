-- The newest seal of each workspace, so that verify also finds a newest seal that was deleted or replaced. A trigger keeps it: during an
-- upgrade, a process of the version before may still add seals.
create table seal_heads (
  workspace_id bigint primary key,
  last_number bigint not null,
  last_hash text not null
);
create function keep_seal_heads() returns trigger language plpgsql as $$
begin
  insert into seal_heads as h (workspace_id, last_number, last_hash)
  select distinct on (workspace_id) workspace_id, number, hash from added_seals order by workspace_id, number desc
      on conflict (workspace_id) do update set last_number = excluded.last_number, last_hash = excluded.last_hash
   where h.last_number < excluded.last_number;
  return null;
end
$$;
create trigger seals_keep_heads after insert on seals referencing new table as added_seals
  for each statement execute function keep_seal_heads();
insert into seal_heads select distinct on (workspace_id) workspace_id, number, hash from seals order by workspace_id, number desc;
