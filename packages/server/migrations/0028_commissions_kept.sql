-- A transaction that writes a movement of a commission has also written or locked that commission, and
-- `svc-server verify` finds one without. The database's own check took a further look-up and lock for every sale. That no
-- commission ever goes away, which was the other half of it, is kept by a guard that costs a sale nothing.
alter table ledger_movements drop constraint ledger_movements_commission_id_fkey;

create function refuse_commission_removal() returns trigger language plpgsql as $$
begin
  raise exception 'commissions are never removed: % refused', tg_op using errcode = 'restrict_violation';
end
$$;
create trigger commissions_kept before delete or truncate on commissions
  for each statement execute function refuse_commission_removal();
