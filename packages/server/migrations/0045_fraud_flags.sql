-- What a program looks for in the sales that partners bring. Contract, second part, 14.
alter table programs
  add column self_referral text not null default 'hold' check (self_referral in ('off', 'flag', 'hold')),
  add column fast_sale text not null default 'flag' check (fast_sale in ('off', 'flag', 'hold')),
  add column click_burst text not null default 'flag' check (click_burst in ('off', 'flag', 'hold')),
  add column paid_search text not null default 'flag' check (paid_search in ('off', 'flag', 'hold')),
  add column code_leak text not null default 'flag' check (code_leak in ('off', 'flag', 'hold'));

-- What the click that is credited says about fraud; null: nothing.
alter table customers add column click_evidence jsonb;

-- What was found in the sale, with the evidence and what the program did about it; null: nothing.
alter table commissions
  add column flags jsonb,
  drop constraint commissions_hold_kind_check,
  add constraint commissions_hold_kind_check
    check (hold_kind in ('manual', 'dispute', 'flagged', 'partner_pending', 'partner_rejected', 'partner_suspended')) not valid;
alter table commissions validate constraint commissions_hold_kind_check;
create index commissions_flagged on commissions (program_id, created_at, id) where flags is not null;

-- Visitors who clicked on one link so often on a day that it pays to count: only their clicks are counted when a customer names one.
create table busy_visitors (
  day date not null,
  link_id bigint not null,
  visitor bigint not null,
  primary key (day, link_id, visitor)
);
