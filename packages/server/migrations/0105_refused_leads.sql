-- Leads of customers who were known already, as far as another policy could have decided by them: under a shorter window the sale that made
-- the customer known is refused, and the lead comes first. `click_*`, `code`: null where it named none that leads anywhere.
create table refused_leads (
  program_id bigint not null references programs (id),
  customer_id bigint not null,
  source text not null check (source in ('browser', 'server')),
  names_key boolean not null,
  click_ms bigint,
  click_number bigint,
  enrollment_id bigint,
  partner_id bigint,
  link_id bigint,
  is_expired boolean not null,
  code text,
  occurred_at timestamptz not null,
  reported_at timestamptz not null,
  check ((click_ms is null) = (click_number is null) and (click_ms is null) = (link_id is null))
);
create unique index refused_leads_named on refused_leads
  (customer_id, source, names_key, coalesce(click_ms, 0), coalesce(click_number, 0), coalesce(code, ''));
