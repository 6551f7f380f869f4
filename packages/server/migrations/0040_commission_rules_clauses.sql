-- `clauses`: a list of conditions and what each pays, as the API takes it; `otherwise` is paid where none of them holds.
-- `max_total_cents` limits what one customer earns a partner.
alter table commission_rules
  add column clauses jsonb,
  add column otherwise jsonb,
  add column max_total_cents bigint check (max_total_cents between 1 and 9007199254740991);
alter table commission_rules drop constraint commission_rules_type_check;
alter table commission_rules add constraint commission_rules_type_check
  check (type in ('percent', 'flat', 'clauses', 'program'));
alter table commission_rules add constraint commission_rules_clauses
  check ((type = 'clauses') = (clauses is not null) and (otherwise is null or type = 'clauses'));

-- `items`: what was paid for. `partner_customers` and `customer_left_cents`: what clauses and limits were decided by, null where
-- the rule did not ask. `missing_cents`: what a sale is to earn whose commission could not be written, for the limit of later ones.
alter table sales
  add column items jsonb,
  add column partner_customers integer check (partner_customers >= 0),
  add column customer_left_cents bigint check (customer_left_cents >= 0),
  add column missing_cents bigint,
  add column missing_currency text;
alter table sales drop constraint sales_no_commission_code_check;
alter table sales add constraint sales_no_commission_code_check
  check (no_commission_code in ('test_sale', 'no_rule', 'not_first_sale', 'duration_over', 'amount_zero', 'no_clause',
                                'total_reached', 'other'));
