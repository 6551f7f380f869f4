-- Real leads and sales that were refused because nobody could be credited with them, once each, as they were sent last.
create table uncredited (
  program_id bigint not null references programs (id),
  kind text not null check (kind in ('lead', 'sale')),
  reference text not null,
  workspace_id bigint not null,
  reason text not null check (reason in ('no_click', 'click_expired', 'unknown_click', 'unknown_code', 'other_program',
                                         'partner_not_approved', 'no_relationship')),
  customer_key text,
  click_id text,
  code text,
  amount_cents bigint,
  currency text,
  occurred_at timestamptz not null,
  primary key (program_id, kind, reference)
);
create index uncredited_program on uncredited (program_id, occurred_at);

-- Leads that were recorded and credit nobody keep why. null for those from before this column.
alter table leads add column uncredited_reason text;
create index leads_uncredited on leads (program_id, occurred_at) where partner_id is null and not test_mode;

-- Sales that found no rule.
create index sales_no_rule on sales (program_id, occurred_at) where no_commission_code = 'no_rule' and not test_mode;
