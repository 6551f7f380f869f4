-- How a sale that has earned a partner nothing was credited to them before it was assigned to another partner. A commission remembers that
-- of a sale that earned something. Assigned back, the sale is as it was: decided anew by what is true today, it could earn more.
-- `first_sale_at`: the customer's first sale as it was known then; null for test sales. `no_commission_code` null: the commission was missing.
create table unearned_credits (
  sale_id bigint not null references sales (id),
  enrollment_id bigint not null,
  program_id bigint not null,
  partner_id bigint not null,
  link_id bigint,
  credit_code_id bigint,
  rule_id bigint,
  partner_status text,
  partner_customers bigint,
  customer_left_cents bigint,
  first_sale_at timestamptz,
  no_commission_code text,
  primary key (sale_id, enrollment_id)
);
create index unearned_credits_program on unearned_credits (program_id, sale_id, enrollment_id);
