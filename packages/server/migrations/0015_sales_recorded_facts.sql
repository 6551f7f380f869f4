-- What was true when a sale or lead was recorded, kept on its row: a commission that is completed late is priced by it, and
-- `svc-server verify` compares it with what the books say today. The pipeline writes all of it with the row itself.
-- Everything can be null, because a process of the version before may still be writing while this is applied.

-- The key its customer had when the lead was recorded; null: none.
alter table leads add column customer_key text;
update leads l set customer_key = c.customer_key from customers c where c.id = l.customer_id;

-- `partner_status` is that of the partner in the program, and `customer_key` the key of the customer (null: none), when the sale
-- was recorded. `recorded_references` is every reference the sale was ever given, its transaction id among them; null: its
-- transaction id is the only one.
alter table sales
  add column hold_days integer,
  add column partner_status text check (partner_status in ('pending', 'approved', 'rejected', 'suspended')),
  add column program_currency text,
  add column customer_key text,
  add column recorded_references text[];

-- Sales that are here already get what their commission shows of that moment. What nothing shows is taken from today, as it
-- would have been until now.
update sales s
   set hold_days = coalesce(shown.hold_days, p.hold_days),
       -- One held from its first movement on is of a partner who was not approved then.
       partner_status = case when shown.is_held then coalesce(shown.held_for, nullif(e.status, 'approved'))
                             when shown.sale_id is not null then 'approved'
                             else e.status end,
       program_currency = coalesce(shown.program_currency, p.currency),
       customer_key = c.customer_key,
       recorded_references = named.names
  from sales sold
  left join programs p on p.id = sold.program_id
  left join enrollments e on e.id = sold.enrollment_id
  left join customers c on c.id = sold.customer_id
  left join (select m.sale_id,
                    round(extract(epoch from m.payable_at - paid.occurred_at) / 86400)::integer as hold_days,
                    case when m.reason ->> 'type' = 'flat' then m.currency end as program_currency,
                    earned.to_account = 'held' as is_held,
                    substring(m.hold_reason from '^The partner was (pending|rejected|suspended) in the program') as held_for
               from commissions m
               join sales paid on paid.id = m.sale_id
               left join ledger_movements earned on earned.commission_id = m.id and earned.kind = 'earn') shown
    on shown.sale_id = sold.id
  left join (select sale_id, array_agg(reference order by reference) as names
               from sale_references group by sale_id having count(*) > 1) named
    on named.sale_id = sold.id
 where s.id = sold.id;
