-- The least amount a program pays out in currencies other than its own, whose minimum is programs.minimum_payout_cents. Until now
-- that one was compared with amounts in every currency. A currency without a row has no minimum. Contract 7.1.
create table program_minimum_payouts (
  program_id bigint not null references programs (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null check (amount_cents between 0 and 9007199254740991),
  primary key (program_id, currency)
);
