-- Codes say what holds a commission and why a sale earned none; sentences are generated from them where people read them.

-- `manual`: a person holds it, and `hold_reason` is what they wrote. Every other kind has no text.
create function hold_kind_of(reason text) returns text language sql immutable as $$
  select case when reason = 'The payment is disputed.' then 'dispute'
              when reason = 'The partner was pending in the program when the sale was recorded.' then 'partner_pending'
              when reason = 'The partner was rejected in the program when the sale was recorded.' then 'partner_rejected'
              when reason = 'The partner was suspended in the program when the sale was recorded.' then 'partner_suspended'
              when reason is not null then 'manual' end
$$;

alter table commissions
  drop constraint commissions_held_for,
  add column hold_kind text
    check (hold_kind in ('manual', 'dispute', 'partner_pending', 'partner_rejected', 'partner_suspended'));
update commissions
   set hold_kind = hold_kind_of(hold_reason),
       hold_reason = case when hold_kind_of(hold_reason) = 'manual' then hold_reason end
 where hold_reason is not null;
alter table commissions
  add constraint commissions_held check (status <> 'held' or hold_kind is not null),
  add constraint commissions_hold_note check (hold_reason is null or hold_kind = 'manual');

-- `no_commission_reason` stays where it is not one of the sentences written so far (`other`).
create function no_commission_code_of(reason text) returns text language sql immutable as $$
  select case when reason = 'This is a test sale; test sales earn no commission.' then 'test_sale'
              when reason = 'The program has no commission rule.' then 'no_rule'
              when reason = 'The rule pays for a customer''s first sale only, and this is a later one.' then 'not_first_sale'
              when reason ~ '^The rule pays for \d+ months from the customer''s first sale, and they are over\.$'
              then 'duration_over'
              when reason = 'The commission comes to zero under the rule.' then 'amount_zero'
              when reason is not null then 'other' end
$$;

alter table sales
  drop constraint sales_check2,
  add column no_commission_code text
    check (no_commission_code in ('test_sale', 'no_rule', 'not_first_sale', 'duration_over', 'amount_zero', 'other'));
update sales
   set no_commission_code = no_commission_code_of(no_commission_reason),
       no_commission_reason = case when no_commission_code_of(no_commission_reason) = 'other' then no_commission_reason end
 where no_commission_reason is not null;
alter table sales
  add constraint sales_no_commission check ((commission_state = 'none') = (no_commission_code is not null));

-- A process of the previous version writes sentences and no codes while it runs alongside the new version.
create function code_hold() returns trigger language plpgsql as $$
begin
  new.hold_kind := case when new.status = 'held' then hold_kind_of(new.hold_reason) end;
  new.hold_reason := case when new.hold_kind = 'manual' then new.hold_reason end;
  return new;
end
$$;
create trigger commissions_code_hold before insert or update on commissions for each row
  when (new.status <> 'reversed' and (new.status = 'held') <> (new.hold_kind is not null))
  execute function code_hold();

create function code_no_commission() returns trigger language plpgsql as $$
begin
  new.no_commission_code := no_commission_code_of(new.no_commission_reason);
  new.no_commission_reason := case when new.no_commission_code = 'other' then new.no_commission_reason end;
  return new;
end
$$;
create trigger sales_code_no_commission before insert or update on sales for each row
  when (new.commission_state = 'none' and new.no_commission_code is null)
  execute function code_no_commission();
