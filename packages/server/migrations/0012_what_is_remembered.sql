-- When something was told of a payment last. A payment that is known for long may be told something in the very moment in
-- which its sale is recorded, and is not forgotten while things are told of it.
alter table payments add column told_at timestamptz not null default now();
create index payments_unsold on payments (told_at) where sale_id is null;
drop index payments_waiting;

-- A commission that was held when a refund took all of it back is held again should that refund fail, so its reason stays.
-- Not validated: each row passed a stricter check when it was written.
alter table commissions drop constraint commissions_check2;
alter table commissions
  add constraint commissions_held_for check (status <> 'held' or hold_reason is not null) not valid,
  add constraint commissions_hold_reason check (hold_reason is null or status in ('held', 'reversed')) not valid;
