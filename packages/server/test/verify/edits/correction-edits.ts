import type { Kept } from './audited-books.js';
import { commissionEdit, type Edit } from './edit.js';

/** Edits of assignments and of sales that people entered. */
export function correctionEdits({ assigned, enteredSaleId, ann, ruleIds }: Kept): Edit[] {
  const { saleId, customerId, anns, eves } = assigned;
  const change = (name: string, set: string, what: RegExp): Edit => ({
    name: `credit_changes.${name}`,
    tables: ['credit_changes'],
    sql: [`update credit_changes set ${set} where customer_id = ${customerId}`],
    table: 'credit_changes',
    id: `${customerId}/1`,
    what,
  });
  const entered = (name: string, sql: string, what: RegExp): Edit => ({
    name: `entered_sales: ${name}`,
    tables: ['entered_sales'],
    sql: [sql],
    table: 'entered_sales',
    id: enteredSaleId,
    what,
  });
  return [
    change('note', `note = 'x'`, /wrote '?x'?; the audit log says that .* wrote 'Agreed by email\.'/),
    change('changed_by', `changed_by = 'x'`, /^x wrote 'Agreed by email\.'; the audit log says that/),
    change('moves_sales', 'moves_sales = false', /^it does not assign the sales so far; the audit log says/),
    change('to_partner_id', `to_partner_id = ${ann.partnerId}`, /^its relationship \d+ does not tie partner/),
    commissionEdit(
      'original_cents of a reassigned one',
      anns,
      'original_cents = original_cents + 100',
      /^its originalCents is \d+, sale \d+ makes it/,
    ),
    commissionEdit(
      'rule_id of a reassigned one',
      anns,
      `rule_id = ${ruleIds.eves}`,
      /^its (reason says ruleId|ruleId is|originalCents is)/,
    ),
    commissionEdit(
      'reassigned_at: another time',
      anns,
      `reassigned_at = reassigned_at + interval '1 day'`,
      /^it was reassigned at .*, and nobody assigned its customer then$/,
    ),
    commissionEdit(
      'reassigned_at of the one that counts, as if nothing were left of it',
      eves,
      `reassigned_at = now(), status = 'reversed', amount_cents = 0`,
      /^it is said to be reassigned, and sale \d+ is credited to its partner$/,
    ),
    {
      name: 'commissions.reassigned_at: two that count',
      tables: ['commissions'],
      sql: [`update commissions set reassigned_at = null where id = ${anns}`],
      table: 'sales',
      id: saleId,
      what: /^2 commissions of it count$/,
    },
    {
      name: 'sales: credited back by hand',
      tables: ['sales'],
      sql: [
        `update sales set partner_id = ${ann.partnerId}, enrollment_id = ${ann.enrollmentId}, link_id = ${ann.linkId}
          where id = ${saleId}`,
      ],
      table: 'commissions',
      id: eves,
      what: /^its (partnerId|enrollmentId) is \d+, sale \d+ makes it/,
    },
    entered(
      'reason',
      `update entered_sales set reason = 'x' where sale_id = ${enteredSaleId}`,
      /wrote '?x'?; the audit log says that .* wrote 'Paid by wire\.'/,
    ),
    entered(
      'deleted',
      `delete from entered_sales where sale_id = ${enteredSaleId}`,
      /^the audit log says that it was entered \(entry \d+\), and it is not recorded$/,
    ),
    {
      name: 'entered_sales: added without an entry',
      tables: ['entered_sales'],
      sql: [`insert into entered_sales (sale_id, entered_by, reason) values (${saleId}, 'x', 'x')`],
      table: 'entered_sales',
      id: saleId,
      what: /^the audit log does not say that it was entered$/,
    },
  ];
}
