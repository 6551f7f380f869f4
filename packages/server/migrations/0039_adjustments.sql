-- Bonuses and deductions that people give partners. What the payment provider reports of a payment is in payment_adjustments.

-- `amount_cents`: below zero, a deduction. `reverses_id`: the adjustment that this one takes back.
create table adjustments (
  id bigint primary key,
  program_id bigint not null references programs (id),
  partner_id bigint not null references partners (id),
  amount_cents bigint not null
    check (amount_cents between -9007199254740991 and 9007199254740991 and amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null check (reason <> ''),
  status text not null check (status in ('pending', 'payable', 'paid')),
  payable_at timestamptz not null,
  payout_id bigint references payouts (id),
  reverses_id bigint unique references adjustments (id),
  created_by text not null,
  created_at timestamptz not null,
  check ((status = 'paid') = (payout_id is not null))
);
create index adjustments_program on adjustments (program_id, created_at, id);
create index adjustments_partner on adjustments (program_id, partner_id, created_at, id);
create index adjustments_payout on adjustments (payout_id) where payout_id is not null;
create index adjustments_payable on adjustments (program_id, partner_id) where status = 'payable';
create index adjustments_maturing on adjustments (payable_at) where status = 'pending';

create function refuse_adjustment_removal() returns trigger language plpgsql as $$
begin
  raise exception 'adjustments are never removed: % refused', tg_op using errcode = 'restrict_violation';
end
$$;
create trigger adjustments_kept before delete or truncate on adjustments
  for each statement execute function refuse_adjustment_removal();

alter table ledger_movements
  add column adjustment_id bigint references adjustments (id),
  drop constraint ledger_movements_kind_check,
  drop constraint ledger_movements_check1,
  drop constraint ledger_movements_check2,
  add constraint ledger_movements_kind_check
    check (kind in ('earn', 'mature', 'hold', 'release', 'reverse', 'restore', 'pay', 'carry', 'unpay', 'uncarry', 'adjust',
                    'mature_adjustment', 'pay_adjustment', 'unpay_adjustment')),
  add constraint ledger_movements_check1
    check (kind in ('carry', 'uncarry', 'adjust', 'mature_adjustment', 'pay_adjustment', 'unpay_adjustment')
           or commission_id is not null),
  add constraint ledger_movements_check2
    check ((kind in ('pay', 'carry', 'unpay', 'uncarry', 'pay_adjustment', 'unpay_adjustment')) = (payout_id is not null)),
  add constraint ledger_movements_adjustment
    check ((kind in ('adjust', 'mature_adjustment', 'pay_adjustment', 'unpay_adjustment')) = (adjustment_id is not null));
create index ledger_movements_adjustment on ledger_movements (adjustment_id) where adjustment_id is not null;
create unique index ledger_adjusted_once on ledger_movements (adjustment_id) where kind = 'adjust';
