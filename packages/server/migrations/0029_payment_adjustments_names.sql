-- The words of the code, in tables too: an adjustment is a refund or a dispute as the payment provider reports it, references
-- identify a payment, and what a provider says is reported.

-- Everything at once and in the order in which `verify` reads, so that the two cannot wait for each other.
lock table payments, payment_notices, processor_outcomes, processor_connections in access exclusive mode;

alter table payment_notices rename to payment_adjustments;
alter table payment_adjustments rename column told_ms to reported_at_ms;
alter index payment_notices_payment rename to payment_adjustments_payment;
alter index payment_notices_open rename to payment_adjustments_open;
-- From PostgreSQL 18 on, `not null` is a constraint with a name, too.
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint
               where conrelid = 'payment_adjustments'::regclass and conname like 'payment_notices%' loop
    execute format('alter table payment_adjustments rename constraint %I to %I', name,
                   replace(name, 'payment_notices', 'payment_adjustments'));
  end loop;
end
$$;

-- When something was last reported of a payment, and when the newest report of an account that was applied was made.
alter table payments rename column told_at to reported_at;
alter table processor_connections rename column told_ms to reported_at_ms;
alter table processor_outcomes rename column payment_names to payment_references;

-- A process of the previous version looks for adjustments whenever it records a sale, and finds them here. It cannot process
-- provider events, which the new version then does, nor record a sale whose payment a provider reported first: its caller
-- gets 500 and repeats it.
create view payment_notices as
  select workspace_id, key, payment_id, kind, state, amount_cents, currency, reported_at_ms as told_ms from payment_adjustments;
