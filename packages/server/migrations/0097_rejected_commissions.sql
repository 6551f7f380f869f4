-- A member of the team rejects a commission that is in no payout: nothing is left of it, for good.
alter table commissions
  add column rejected_at timestamptz,
  add column rejection_reason text,
  add constraint commissions_rejected check (
    case when rejected_at is null then rejection_reason is null
         else rejection_reason is not null and status = 'reversed' and amount_cents = 0 and payout_id is null end);

alter table ledger_movements
  drop constraint ledger_movements_kind_check,
  add constraint ledger_movements_kind_check
    check (kind in ('earn', 'mature', 'hold', 'release', 'reverse', 'reject', 'restore', 'reassign', 'pay', 'carry', 'unpay',
                    'uncarry', 'adjust', 'mature_adjustment', 'pay_adjustment', 'unpay_adjustment'));
