-- What is owed: commissions, the ledger and payouts.

-- `original_cents` is what was first earned, `amount_cents` what is left after refunds. `reason` keeps the facts and
-- the arithmetic the commission was computed from.
create table commissions (
  id bigint primary key,
  program_id bigint not null,
  sale_id bigint not null unique references sales (id),
  enrollment_id bigint not null,
  partner_id bigint not null,
  rule_id bigint not null,
  original_cents bigint not null check (original_cents between 1 and 9007199254740991),
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('pending', 'payable', 'paid', 'held', 'reversed')),
  hold_reason text,
  payable_at timestamptz not null,
  payout_id bigint,
  reason json not null,
  created_at timestamptz not null,
  check (amount_cents between 0 and original_cents),
  check ((status = 'reversed') = (amount_cents = 0)),
  check ((status = 'held') = (hold_reason is not null))
);
create index commissions_program on commissions (program_id, created_at desc, id desc);
create index commissions_partner on commissions (partner_id, created_at desc, id desc);
create index commissions_maturing on commissions (payable_at) where status = 'pending';
create index commissions_payable on commissions (program_id, partner_id, currency) where status = 'payable';

create table payouts (
  id bigint primary key,
  program_id bigint not null,
  partner_id bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null check (amount_cents > 0),
  reference text,
  created_at timestamptz not null
);
create index payouts_program on payouts (program_id, created_at desc, id desc);
create index payouts_partner on payouts (partner_id, created_at desc, id desc);

-- The ledger. One row is one movement of money from one account of a partner in a program to another, so every row
-- takes as much from one side as it gives to the other and any set of rows sums to zero per currency.
-- Accounts: expense (the company's cost), pending, payable, held (owed to the partner), paid (handed over).
create table ledger_movements (
  id bigint primary key,
  program_id bigint not null,
  partner_id bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('earn', 'mature', 'hold', 'release', 'reverse', 'pay', 'carry')),
  from_account text not null check (from_account in ('expense', 'pending', 'payable', 'held', 'paid')),
  to_account text not null check (to_account in ('expense', 'pending', 'payable', 'held', 'paid')),
  amount_cents bigint not null check (amount_cents between 1 and 9007199254740991),
  commission_id bigint references commissions (id),
  refund_id bigint references refunds (id),
  payout_id bigint references payouts (id),
  occurred_at timestamptz not null,
  check (from_account <> to_account),
  check (kind = 'carry' or commission_id is not null),
  check ((kind in ('pay', 'carry')) = (payout_id is not null))
);
create index ledger_movements_partner on ledger_movements (program_id, partner_id, currency);
create index ledger_movements_commission on ledger_movements (commission_id);
create index ledger_movements_payout on ledger_movements (payout_id) where payout_id is not null;
create unique index ledger_earned_once on ledger_movements (commission_id) where kind = 'earn';
create unique index ledger_paid_once on ledger_movements (commission_id) where kind = 'pay';
create unique index ledger_reversed_once on ledger_movements (refund_id, commission_id) where kind = 'reverse';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'restrict_violation';
end
$$;
create trigger ledger_append_only before update or delete or truncate on ledger_movements
  for each statement execute function refuse_ledger_change();
