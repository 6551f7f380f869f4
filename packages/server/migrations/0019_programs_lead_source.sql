-- Who may name customers.

-- `server`: leads of pages are refused, because anybody can send what pages send.
alter table programs
  add column lead_source text not null default 'any' check (lead_source in ('any', 'server'));

-- `test_mode`: made by a test lead or a test sale. Test customers have keys and clicks of their own, so they never stand in the way
-- of a real lead or sale. `named_by`: `browser` as long as only pages have named the customer. `former_click_…`: the click that
-- credit has moved away from, which still leads to the customer. `credit_changes`: how many rows credit_changes has of them.
alter table customers
  add column test_mode boolean not null default false,
  add column named_by text not null default 'server' check (named_by in ('browser', 'server')),
  add column former_click_ms bigint,
  add column former_click_number bigint,
  add column credit_changes integer not null default 0,
  add constraint customers_former_click_whole check ((former_click_ms is null) = (former_click_number is null));

-- Customers whom nothing but test events have named become test customers. One who has bought stays real, whatever the lead was,
-- and stays with the partner who has earned from them.
update customers c
   set test_mode = named.by_tests, named_by = named.named_by
  from (select o.id, o.first_sale_id is null and coalesce(l.test_mode, o.status = 'visitor') as by_tests,
               case when o.first_sale_id is null then coalesce(l.source, 'server') else 'server' end as named_by
          from customers o left join leads l on l.customer_id = o.id) named
 where named.id = c.id and (named.by_tests or named.named_by <> 'server');

alter table customers
  add constraint customers_key unique (workspace_id, customer_key, test_mode),
  add constraint customers_click unique (click_ms, click_number, test_mode);
alter table customers
  drop constraint customers_workspace_id_customer_key_key,
  drop constraint customers_click_ms_click_number_key;
create unique index customers_former_click on customers (former_click_ms, former_click_number)
  where former_click_ms is not null;

-- How credit for a customer moved, the oldest first. Leads and sales before a change keep the credit they had.
create table credit_changes (
  customer_id bigint not null,
  number integer not null check (number > 0),
  workspace_id bigint not null,
  program_id bigint not null,
  from_enrollment_id bigint,
  from_partner_id bigint,
  from_link_id bigint,
  from_click_ms bigint,
  from_click_number bigint,
  to_enrollment_id bigint not null,
  to_partner_id bigint not null,
  to_link_id bigint not null,
  to_click_ms bigint not null,
  to_click_number bigint not null,
  -- A server's lead for a customer named by pages only, or a sale of a customer credited to nobody.
  reason text not null check (reason in ('server_lead', 'server_sale')),
  sale_id bigint,
  occurred_at timestamptz not null,
  primary key (customer_id, number),
  check ((from_click_ms is null) = (from_click_number is null)),
  check ((reason = 'server_sale') = (sale_id is not null))
);

create function refuse_credit_change() returns trigger language plpgsql as $$
begin
  raise exception 'changes of credit are append-only: % refused', tg_op using errcode = 'restrict_violation';
end
$$;
create trigger credit_changes_append_only before update or delete or truncate on credit_changes
  for each statement execute function refuse_credit_change();
