-- Totals show each sale, with all that became of its commission, with the partner who is credited with it now. Until now the commission of
-- the partner from whom it was taken stayed where it had been earned, and was reversed on the day of the assignment. The differences are
-- left to the jobs that add what could not be added at once.
create temporary table taken on commit drop as
  select m.id as commission_id, m.program_id, m.partner_id, m.currency, m.original_cents, m.reassigned_at is null as is_back, s.dimensions,
         coalesce(m.reason ->> 'linkId', m.reason ->> 'codeId') is not null as was_credited,
         case when m.reassigned_at is null then coalesce(s.link_id, 0) else coalesce((m.reason ->> 'linkId')::bigint, 0) end as link_id,
         (s.recorded_at at time zone 'UTC')::date as sold_on
    from commissions m join sales s on s.id = m.sale_id
   where m.reassigned_at is not null
      or exists (select 1 from ledger_movements v where v.commission_id = m.id and v.kind = 'reassign');

insert into missed_totals
       (program_id, day, partner_id, link_id, currency, clicks, leads, customers, sales, revenue_cents, refunded_cents, commission_cents,
        reversed_cents)
select program_id, sold_on, partner_id, link_id, currency, 0, 0, 0, 0, 0, 0, -original_cents, 0 from taken where not is_back
union all
select t.program_id, (v.occurred_at at time zone 'UTC')::date, t.partner_id, t.link_id, v.currency, 0, 0, 0, 0, 0, 0, 0,
       case v.from_account when 'expense' then v.amount_cents else -v.amount_cents end
  from taken t join ledger_movements v on v.commission_id = t.commission_id
 where v.kind = 'reassign' or v.kind in ('reverse', 'restore') and not t.is_back
union all
select t.program_id, (max(v.occurred_at) at time zone 'UTC')::date, t.partner_id, t.link_id, v.currency, 0, 0, 0, 0, 0, 0, 0,
       sum(case v.from_account when 'expense' then -v.amount_cents else v.amount_cents end)
  from taken t join ledger_movements v on v.commission_id = t.commission_id and v.kind = 'reassign'
 where t.is_back group by t.commission_id, t.program_id, t.partner_id, t.link_id, v.currency;

insert into missed_breakdown
       (program_id, dimension, day, value, partner_id, currency, clicks, unique_clicks, leads, customers, sales, revenue_cents,
        commission_cents)
select t.program_id, d.dimension, t.sold_on, d.value, t.partner_id, t.currency, 0, 0, 0, 0, 0, 0, -t.original_cents
  from taken t cross join lateral jsonb_each_text(t.dimensions::jsonb) d (dimension, value)
 where not t.is_back and t.was_credited;
