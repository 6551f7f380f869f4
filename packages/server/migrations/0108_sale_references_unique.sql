-- The id that an API caller gives a real sale is unique over the whole service (`is_unique`); that of a test sale is taken in its own
-- workspace only.
alter table sale_references add column is_unique boolean not null default false;
update sale_references n set is_unique = true from sales s where n.is_api and s.id = n.sale_id and not s.test_mode;
alter table sale_references alter column is_unique drop default;

drop index sale_references_api;
create unique index sale_references_unique on sale_references (reference) where is_unique;

-- A process of the version before, which runs beside this one during an update, does not write the new column.
create or replace function complete_sale_reference() returns trigger language plpgsql as $$
begin
  if new.workspace_id is null then
    select s.workspace_id, s.source = 'api' and s.transaction_id = new.reference
      into new.workspace_id, new.is_api from sales s where s.id = new.sale_id;
    update sales set recorded_references = coalesce(recorded_references, array[transaction_id]) || new.reference
     where id = new.sale_id and transaction_id <> new.reference;
  end if;
  new.is_unique := new.is_api and exists (select 1 from sales s where s.id = new.sale_id and not s.test_mode);
  return new;
end
$$;
drop trigger sale_references_complete on sale_references;
create trigger sale_references_complete before insert on sale_references
  for each row when (new.workspace_id is null or new.is_unique is null) execute function complete_sale_reference();
