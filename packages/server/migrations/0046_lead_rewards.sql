-- What a program pays for a lead; null: nothing.
alter table programs add column lead_reward_cents bigint check (lead_reward_cents between 1 and 9007199254740991);

-- `reward`: what the reward of a lead was decided by when it was recorded; null: it earns none. One column, so that leads of programs
-- that pay nothing for them are written as before. `is_reward_missing`: its commission could not be written yet. `decided_from`: the
-- database's clock when the lead was decided, for `verify`; leads from before have none.
alter table leads
  add column reward json,
  add column is_reward_missing boolean not null default false,
  add column decided_from timestamptz;
alter table leads alter column decided_from set default now();
create index leads_reward_missing on leads (id) where is_reward_missing;
create index leads_rewarded on leads (id) where reward is not null;

-- A commission is of a sale, by a rule, or of a lead.
alter table commissions
  alter column sale_id drop not null,
  alter column rule_id drop not null,
  add column lead_id bigint,
  add constraint commissions_of_sale_or_lead
    check ((sale_id is null) <> (lead_id is null) and (rule_id is null) = (sale_id is null));
create unique index commissions_lead on commissions (lead_id) where lead_id is not null;
