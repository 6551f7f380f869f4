-- What the dashboard needs: a partner's way back to the program's rule, and lists of customers per partner.

-- A version of a partner's own rule that says: from now on the program's rule counts for them. No sale is computed with
-- such a version; it keeps the one of the program that was in force.
alter table commission_rules drop constraint commission_rules_type_check;
alter table commission_rules add constraint commission_rules_type_check
  check (type in ('percent', 'flat', 'program'));
alter table commission_rules add constraint commission_rules_back_to_program
  check (type <> 'program' or (enrollment_id is not null and duration_months is null));

create index customers_partner on customers (program_id, partner_id, created_at desc, id desc);
