-- A reference is unique in its workspace, so that no sale of another workspace stands in the way of a processor event. The
-- transaction ids that API callers give are unique over the whole service as well (`is_api`).
alter table sale_references add column workspace_id bigint, add column is_api boolean;
update sale_references n
   -- A reference without a sale is none of any workspace's; `svc-server verify` names it.
   set workspace_id = coalesce(s.workspace_id, 0),
       is_api = coalesce(s.source = 'api' and s.transaction_id = n.reference, false)
  from sale_references known left join sales s on s.id = known.sale_id
 where known.reference = n.reference;
alter table sale_references
  alter column workspace_id set not null,
  alter column is_api set not null,
  drop constraint sale_references_pkey,
  add primary key (reference, workspace_id);
create unique index sale_references_api on sale_references (reference) where is_api;

-- The references of a sale are on its own row (`recorded_references`), so nobody looks them up by the sale any more: a sale is
-- written to as many indexes as before.
drop index sale_references_sale;

-- What a process of the version before wrote while this was waiting for its turn.
update sales s
   set recorded_references = named.names
  from (select sale_id, array_agg(reference order by reference) as names
          from sale_references group by sale_id having count(*) > 1) named
 where s.id = named.sale_id and s.recorded_references is null;

-- And what it writes while it runs beside the new version: it gives neither of the new columns, and keeps no references on its
-- sales. Nothing else comes here.
create function complete_sale_reference() returns trigger language plpgsql as $$
begin
  select s.workspace_id, s.source = 'api' and s.transaction_id = new.reference
    into new.workspace_id, new.is_api from sales s where s.id = new.sale_id;
  update sales set recorded_references = coalesce(recorded_references, array[transaction_id]) || new.reference
   where id = new.sale_id and transaction_id <> new.reference;
  return new;
end
$$;
create trigger sale_references_complete before insert on sale_references
  for each row when (new.workspace_id is null) execute function complete_sale_reference();
