import { adjustmentEdits } from './adjustment-edits.js';
import type { Kept } from './audited-books.js';
import { correctionEdits } from './correction-edits.js';
import type { Edit } from './edit.js';
import { payoutEdits, settingEdits } from './managed-edits.js';
import { rejectionEdits } from './rejection-edits.js';
import { rewardEdits } from './reward-edits.js';

const DAY = `interval '1 day'`;

/** The commission of a sale, pointed at another rule version together with all that says which one it was. */
function pointAt(saleId: number, ruleId: number): readonly string[] {
  return [
    `update sales set rule_id = ${ruleId} where id = ${saleId}`,
    `update commissions c set rule_id = r.id,
            reason = (c.reason::jsonb || jsonb_build_object('ruleId', r.id, 'ruleVersion', r.version))::json
       from commission_rules r where r.id = ${ruleId} and c.sale_id = ${saleId}`,
  ];
}

/** A movement that somebody adds to the ledger, which takes inserts. */
function moved(commissionId: number, kind: string, from: string, to: string): string {
  return `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                                        commission_id, occurred_at)
          select (select max(id) + 1000000 from ledger_movements), program_id, partner_id, currency, '${kind}', '${from}',
                 '${to}', amount_cents, id, now() from commissions where id = ${commissionId}`;
}

function saleEdits({ saleIds, ruleIds, customerKeys: [one, other], alias, workspaceId }: Kept): Edit[] {
  const sale = (id: number) => ({ table: 'sales', id });
  return [
    {
      name: 'sales.rule_id: a version made after the sale',
      tables: ['sales', 'commissions'],
      sql: pointAt(saleIds.first, ruleIds.second),
      ...sale(saleIds.first),
      what: /^rule \d+ \(version 2\) was not in force: it was made at/,
    },
    {
      name: 'sales.rule_id: an older version than was in force',
      tables: ['sales', 'commissions'],
      sql: pointAt(saleIds.second, ruleIds.first),
      ...sale(saleIds.second),
      what: /^rule \d+ \(version 1\) was not in force: a later version was since/,
    },
    {
      name: "sales.rule_id: the program's rule for a partner with her own",
      tables: ['sales', 'commissions'],
      sql: pointAt(saleIds.eves, ruleIds.second),
      ...sale(saleIds.eves),
      what: /had a rule of its own when the sale was decided/,
    },
    {
      name: 'sales.rule_id: none',
      tables: ['sales'],
      sql: [`update sales set rule_id = null where id = ${saleIds.first}`],
      ...sale(saleIds.first),
      what: /^it has no rule, and program \d+ had one/,
    },
    {
      name: 'sales.hold_days, with the date and the reason of its commission',
      tables: ['sales', 'commissions'],
      sql: [
        `update sales set hold_days = 3 where id = ${saleIds.pending}`,
        `update commissions set payable_at = payable_at - 27 * ${DAY},
                reason = (reason::jsonb || '{"holdDays": 3}')::json where sale_id = ${saleIds.pending}`,
      ],
      ...sale(saleIds.pending),
      what: /^its program had 3 hold days when the sale was recorded, it says; the audit log says/,
    },
    {
      name: 'sales.customer_key',
      tables: ['sales'],
      sql: [`update sales set customer_key = 'mallory' where id = ${saleIds.second}`],
      ...sale(saleIds.second),
      what: /^it was recorded for the customer key 'mallory', and the key of its customer/,
    },
    {
      name: 'customers.customer_key: two swapped',
      tables: ['customers'],
      sql: [
        `update customers set customer_key = 'between' where workspace_id = ${workspaceId} and customer_key = '${one}'`,
        `update customers set customer_key = '${one}' where workspace_id = ${workspaceId} and customer_key = '${other}'`,
        `update customers set customer_key = '${other}' where workspace_id = ${workspaceId} and customer_key = 'between'`,
      ],
      ...sale(saleIds.second),
      what: new RegExp(`^it was recorded for the customer key '${one}'.* is '${other}'$`),
    },
    {
      name: 'sales.api_refunded_cents',
      tables: ['sales'],
      sql: [`update sales set api_refunded_cents = 0 where id = ${saleIds.refunded}`],
      ...sale(saleIds.refunded),
      what: /^API callers refunded 0 of it, it says; its refunds say 1000$/,
    },
    {
      name: 'refunds.source',
      tables: ['refunds'],
      sql: [`update refunds set source = 'processor' where sale_id = ${saleIds.refunded}`],
      ...sale(saleIds.refunded),
      what: /^API callers refunded 1000 of it, it says; its refunds say 0$/,
    },
    {
      name: 'sales.recorded_at: a commission that has been missing for two hours',
      tables: ['sales'],
      sql: [`update sales set recorded_at = recorded_at - interval '2 hours' where id = ${saleIds.missing}`],
      ...sale(saleIds.missing),
      what: /^its commission has been missing since/,
    },
    {
      name: 'sale_references: an alias removed',
      tables: ['sale_references'],
      sql: [`delete from sale_references where reference = '${alias}'`],
      ...sale(saleIds.named),
      what: new RegExp(`^it was recorded under the reference '?${alias}'?, which was removed$`),
    },
    {
      name: 'sale_references: an alias moved to another sale',
      tables: ['sale_references'],
      sql: [`update sale_references set sale_id = ${saleIds.first} where reference = '${alias}'`],
      ...sale(saleIds.named),
      what: new RegExp(`which leads to sale ${saleIds.first}$`),
    },
    {
      name: 'sale_references.is_unique: an alias taken from the whole service',
      tables: ['sale_references'],
      sql: [`update sale_references set is_unique = true where reference = '${alias}'`],
      table: 'sale_references',
      id: alias,
      what: /^it is unique over the whole service; sale \d+ is a real sale$/,
    },
    {
      name: 'sale_references: one added',
      tables: ['sale_references'],
      sql: [
        `insert into sale_references (reference, sale_id, workspace_id, is_api, is_unique)
         values ('added', ${saleIds.first}, ${workspaceId}, false, false)`,
      ],
      table: 'sale_references',
      id: 'added',
      what: new RegExp(`^sale ${saleIds.first} was never given this reference$`),
    },
  ];
}

function commissionEdits({ saleIds, commissionIds, ruleIds }: Kept): Edit[] {
  const commissionRow = (id: number) => ({ table: 'commissions', id });
  return [
    {
      name: 'commissions.payable_at, with its reason',
      tables: ['commissions'],
      sql: [
        `update commissions set payable_at = payable_at - 10 * ${DAY},
                reason = (reason::jsonb || '{"holdDays": 20}')::json where id = ${commissionIds.pending}`,
      ],
      ...commissionRow(commissionIds.pending),
      what: new RegExp(`^its payableAtMs is \\d+, sale ${saleIds.pending} makes it \\d+$`),
    },
    {
      name: 'sales.partner_status',
      tables: ['sales'],
      sql: [`update sales set partner_status = 'suspended' where id = ${saleIds.pending}`],
      ...commissionRow(commissionIds.pending),
      what: /^it was earned to the account pending, the partner of sale \d+ was suspended/,
    },
    {
      name: 'commissions.status: one that a person holds, released with a movement',
      tables: ['commissions', 'ledger_movements'],
      sql: [
        moved(commissionIds.held, 'release', 'held', 'pending'),
        `update commissions set status = 'pending', hold_kind = null, hold_reason = null where id = ${commissionIds.held}`,
      ],
      ...commissionRow(commissionIds.held),
      what: /^movement \d+ released it at .*, and neither an entry of the audit log nor a dispute explains that$/,
    },
    {
      name: 'commissions.status: one that nobody holds, held with a movement',
      tables: ['commissions', 'ledger_movements'],
      sql: [
        moved(commissionIds.pending, 'hold', 'pending', 'held'),
        `update commissions set status = 'held', hold_kind = 'dispute' where id = ${commissionIds.pending}`,
      ],
      ...commissionRow(commissionIds.pending),
      what: /^movement \d+ held it at/,
    },
    {
      name: 'commissions.status: one whose payment is disputed, released with a movement',
      tables: ['commissions', 'ledger_movements'],
      sql: [
        moved(commissionIds.disputed, 'release', 'held', 'pending'),
        `update commissions set status = 'pending', hold_kind = null, hold_reason = null where id = ${commissionIds.disputed}`,
      ],
      ...commissionRow(commissionIds.disputed),
      what: /^its payment is disputed \(du-[0-9a-f]+\), and it is pending instead of held$/,
    },
    {
      name: 'payment_adjustments.state: a dispute closed without releasing',
      tables: ['payment_adjustments'],
      sql: [`update payment_adjustments set state = 'void' where kind = 'dispute'`],
      ...commissionRow(commissionIds.disputed),
      what: /^it is held for a dispute, and no dispute of its payment is open$/,
    },
    {
      name: 'commissions.hold_reason',
      tables: ['commissions'],
      sql: [`update commissions set hold_reason = 'x' where id = ${commissionIds.held}`],
      ...commissionRow(commissionIds.held),
      what: /^it is held because of 'x'; the audit log says 'Looks odd\.' \(entry \d+\)$/,
    },
    {
      name: 'commissions.hold_kind',
      tables: ['commissions'],
      sql: [
        `update commissions set hold_kind = 'partner_pending', hold_reason = null where id = ${commissionIds.held}`,
      ],
      ...commissionRow(commissionIds.held),
      what: /^it is held because of 'partner_pending'; the audit log says 'Looks odd\.' \(entry \d+\)$/,
    },
    {
      name: 'commission_rules.basis_points',
      tables: ['commission_rules'],
      sql: [`update commission_rules set basis_points = 9000 where id = ${ruleIds.second}`],
      table: 'commission_rules',
      id: ruleIds.second,
      what: /^it is percent, basis points 9000; the audit log says percent, basis points 2500 \(entry \d+\)$/,
    },
    {
      name: 'commission_rules.amount_cents',
      tables: ['commission_rules'],
      sql: [`update commission_rules set amount_cents = 90000 where id = ${ruleIds.eves}`],
      table: 'commission_rules',
      id: ruleIds.eves,
      what: /amount 90000; the audit log says flat, amount 700/,
    },
    {
      name: 'commission_rules.created_at',
      tables: ['commission_rules'],
      sql: [`update commission_rules set created_at = created_at - ${DAY} where id = ${ruleIds.second}`],
      table: 'commission_rules',
      id: ruleIds.second,
      what: /^it was made at .*; the audit log says at/,
    },
    {
      name: 'commission_rules: a version added',
      tables: ['commission_rules'],
      sql: [
        `insert into commission_rules (id, program_id, version, type, basis_points)
         select 999999999, program_id, 3, 'percent', 9000 from commission_rules where id = ${ruleIds.second}`,
      ],
      table: 'commission_rules',
      id: 999999999,
      what: /^it is version 3 of the rule, and the audit log does not say that anybody made it$/,
    },
  ];
}

/** Every edit, one for each column that money depends on and that nothing but the audit log or the sale itself explains. */
export function editsOf(kept: Kept): readonly Edit[] {
  return [
    ...saleEdits(kept),
    ...commissionEdits(kept),
    ...adjustmentEdits(kept),
    ...correctionEdits(kept),
    ...rejectionEdits(kept),
    ...rewardEdits(kept),
    ...payoutEdits(kept),
    ...settingEdits(kept),
    {
      name: 'audit_entries: the last ones deleted',
      tables: ['audit_entries'],
      sql: [
        `delete from audit_entries where workspace_id = ${kept.workspaceId}
            and number >= (select last_number from audit_heads where workspace_id = ${kept.workspaceId})`,
      ],
      table: 'audit_entries',
      id: 0,
      what: /^entry \d+ of the audit log was deleted$/,
    },
  ];
}
