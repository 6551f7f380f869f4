-- What a replay of attribution under another policy needs beyond what is recorded anyway.

-- Clicks that a lead or a sale named without being credited by them. `sale_id` null: a lead, and `is_of_lead` the one that was recorded.
create table unused_clicks (
  program_id bigint not null references programs (id),
  customer_id bigint not null,
  sale_id bigint,
  is_of_lead boolean not null,
  click_ms bigint not null,
  click_number bigint not null,
  enrollment_id bigint not null,
  partner_id bigint not null,
  link_id bigint not null,
  is_expired boolean not null,
  occurred_at timestamptz not null,
  check (not (is_of_lead and sale_id is not null))
);
create unique index unused_clicks_named on unused_clicks (customer_id, click_ms, click_number, coalesce(sale_id, 0));

-- Of leads and sales that were refused because nobody could be credited: when they were sent, and what sales were of. null for those from
-- before these columns.
alter table uncredited
  add column reported_at timestamptz,
  add column tax_cents bigint,
  add column items jsonb;
