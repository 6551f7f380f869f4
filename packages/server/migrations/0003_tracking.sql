-- What happened: clicks, customers, leads, sales and refunds.

-- Row ids of everything the pipeline writes come from here, in blocks: each process takes the next block of 1,000
-- and hands numbers out itself, so that a batch knows all its ids before it writes anything.
create sequence tracking_id_blocks;

-- Append-only. The key is the click id's own two numbers, time first, so inserts go to the end of the index and a
-- look-up by click id touches one partition. Months are made ahead of time by a job; the default partition takes
-- what falls outside them, so that a clock far off loses nothing.
create table clicks (
  clicked_ms bigint not null,
  number bigint not null,
  program_id bigint not null,
  enrollment_id bigint not null,
  partner_id bigint not null,
  link_id bigint not null,
  test_mode boolean not null,
  bot boolean not null,
  affiliate_url text not null,
  referrer text,
  additional_data text,
  primary key (clicked_ms, number)
) partition by range (clicked_ms);
create table clicks_outside partition of clicks default;
create index clicks_program on clicks (program_id, clicked_ms, number);
create index clicks_test on clicks (program_id, clicked_ms) where test_mode;

-- A click becomes a customer row when a lead or a sale names it. `program_id` never changes.
create table customers (
  id bigint primary key,
  workspace_id bigint not null,
  program_id bigint not null,
  customer_key text,
  email text,
  status text not null check (status in ('visitor', 'lead', 'customer')),
  enrollment_id bigint,
  partner_id bigint,
  link_id bigint,
  click_ms bigint,
  click_number bigint,
  created_at timestamptz not null,
  lead_at timestamptz,
  first_sale_id bigint,
  first_sale_at timestamptz,
  unique (workspace_id, customer_key),
  unique (click_ms, click_number),
  check ((click_ms is null) = (click_number is null)),
  check ((first_sale_id is null) = (first_sale_at is null)),
  check ((status = 'customer') = (first_sale_id is not null)),
  check (customer_key is not null or click_ms is not null)
);
create index customers_program on customers (program_id, created_at desc, id desc);

create table leads (
  id bigint primary key,
  program_id bigint not null,
  customer_id bigint not null unique references customers (id),
  partner_id bigint,
  link_id bigint,
  test_mode boolean not null,
  source text not null check (source in ('browser', 'server')),
  additional_data text,
  occurred_at timestamptz not null
);
create index leads_program on leads (program_id, occurred_at desc, id desc);
create index leads_test on leads (program_id, occurred_at) where test_mode;

-- `commission_state`: earned (a commission row exists), none (`no_commission_reason` says why), or missing (the
-- commission could not be written; a job completes it). `refunded_cents` is the sum of the sale's refunds.
create table sales (
  id bigint primary key,
  workspace_id bigint not null,
  program_id bigint not null,
  customer_id bigint not null references customers (id),
  enrollment_id bigint not null,
  partner_id bigint not null,
  link_id bigint,
  transaction_id text not null,
  amount_cents bigint not null check (amount_cents between 1 and 9007199254740991),
  tax_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  test_mode boolean not null,
  source text not null check (source in ('api', 'processor')),
  rule_id bigint,
  commission_state text not null check (commission_state in ('earned', 'none', 'missing')),
  no_commission_reason text,
  additional_data text,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  check (tax_cents between 0 and amount_cents),
  check (refunded_cents between 0 and amount_cents),
  check ((commission_state = 'none') = (no_commission_reason is not null))
);
create index sales_program on sales (program_id, occurred_at desc, id desc);
create index sales_customer on sales (customer_id);
create index sales_missing_commission on sales (id) where commission_state = 'missing';

-- Every name a sale is known by (its transaction id first of all), unique over the whole service: the one index
-- that makes a sale count once, whoever reports it.
create table sale_references (
  reference text primary key,
  sale_id bigint not null references sales (id)
);
create index sale_references_sale on sale_references (sale_id);

create table refunds (
  id bigint primary key,
  program_id bigint not null,
  sale_id bigint not null references sales (id),
  refund_key text,
  amount_cents bigint not null check (amount_cents > 0),
  source text not null check (source in ('api', 'processor')),
  occurred_at timestamptz not null,
  unique (sale_id, refund_key)
);
create index refunds_program on refunds (program_id, occurred_at desc, id desc);

-- Totals per day (UTC), kept by the pipeline. Test events and bots are not counted. `slot` spreads one busy row
-- over several, so that processes writing at once do not wait for each other; readers sum over it.
create table daily_totals (
  program_id bigint not null,
  day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  slot smallint not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  customers bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38, 0) not null default 0,
  refunded_cents numeric(38, 0) not null default 0,
  commission_cents numeric(38, 0) not null default 0,
  reversed_cents numeric(38, 0) not null default 0,
  primary key (program_id, day, partner_id, link_id, currency, slot)
);

-- Increments that could not be added at once; a job adds each to daily_totals and deletes it, in one transaction.
create table missed_totals (
  id bigint generated by default as identity primary key,
  program_id bigint not null,
  day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  clicks bigint not null,
  leads bigint not null,
  customers bigint not null,
  sales bigint not null,
  revenue_cents numeric(38, 0) not null,
  refunded_cents numeric(38, 0) not null,
  commission_cents numeric(38, 0) not null,
  reversed_cents numeric(38, 0) not null
);
