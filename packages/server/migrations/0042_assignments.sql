-- People assign customers to partners, with or without the sales so far.

-- `assigned`: by `changed_by`, who wrote `note`. Such credit has no link, and the click stays the one that the customer came by.
-- `moves_sales`: the sales so far were assigned, too.
alter table credit_changes
  add column note text,
  add column changed_by text,
  add column moves_sales boolean not null default false,
  drop constraint credit_changes_reason_check,
  add constraint credit_changes_reason_check check (reason in ('server_lead', 'server_sale', 'assigned')),
  add constraint credit_changes_assigned check (
    case when reason = 'assigned' then note is not null and changed_by is not null
         else note is null and changed_by is null and not moves_sales end);

-- A sale that is assigned to another partner earns them a commission of their own; nothing is left of the one before while
-- `reassigned_at` is set. So a sale has one commission per partner at most, of which one counts.
alter table commissions
  add column reassigned_at timestamptz,
  add constraint commissions_reassigned check (reassigned_at is null or status = 'reversed');
create unique index commissions_sale on commissions (sale_id, partner_id);
alter table commissions drop constraint commissions_sale_id_key;

alter table ledger_movements
  drop constraint ledger_movements_kind_check,
  add constraint ledger_movements_kind_check
    check (kind in ('earn', 'mature', 'hold', 'release', 'reverse', 'restore', 'reassign', 'pay', 'carry', 'unpay', 'uncarry',
                    'adjust', 'mature_adjustment', 'pay_adjustment', 'unpay_adjustment'));
