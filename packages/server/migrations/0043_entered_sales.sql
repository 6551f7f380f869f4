-- Sales that nobody reported, and that a person entered for a partner, with the reason that the partner reads. The sale itself is like
-- every other one.
create table entered_sales (
  sale_id bigint primary key,
  entered_by text not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now()
);

create function refuse_entered_sale_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of entered sales is append-only: % refused', tg_op using errcode = 'restrict_violation';
end
$$;
create trigger entered_sales_append_only before update or delete or truncate on entered_sales
  for each statement execute function refuse_entered_sale_change();
