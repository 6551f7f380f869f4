import type { Commission, CommissionReason, CommissionStatus, Facts } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { arrayOf, columnsOf } from './columns.js';

interface CommissionRow {
  id: number;
  program_id: number;
  sale_id: number;
  enrollment_id: number;
  partner_id: number;
  rule_id: number;
  original_cents: number;
  amount_cents: number;
  currency: string;
  status: CommissionStatus;
  hold_reason: string | null;
  payable_at: Date;
  payout_id: number | null;
  reason: CommissionReason;
  created_at: Date;
}

/** By name: a program older than the newest migration must get what it expects. */
const COMMISSION_COLUMNS = `id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents,
  currency, status, hold_reason, payable_at, payout_id, reason, created_at`;

/** A row of the table commissions as the rules know it. */
export function commissionFromRow(row: CommissionRow): Commission {
  return {
    id: row.id,
    programId: row.program_id,
    saleId: row.sale_id,
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    ruleId: row.rule_id,
    originalCents: row.original_cents,
    amountCents: row.amount_cents,
    currency: row.currency,
    status: row.status,
    holdReason: row.hold_reason,
    payableAtMs: row.payable_at.getTime(),
    payoutId: row.payout_id,
    reason: row.reason,
    createdAtMs: row.created_at.getTime(),
  };
}

/** Adds to the facts the commissions of these sales, locked until the transaction ends. */
export function loadCommissions(facts: Facts, saleIds: readonly number[]): Statement | null {
  if (saleIds.length === 0) return null;
  return {
    name: 'load-commissions',
    text: `select ${COMMISSION_COLUMNS} from commissions where sale_id = any($1::bigint[]) order by id for update`,
    values: [arrayOf(saleIds)],
    take(rows: readonly CommissionRow[]) {
      for (const row of rows) facts.commissionBySale.set(row.sale_id, commissionFromRow(row));
    },
  };
}

/** Writes commissions. A sale has at most one: the unique index on sale_id has the last word. */
export function insertCommissions(commissions: readonly Commission[]): Statement | null {
  if (commissions.length === 0) return null;
  return {
    name: 'insert-commissions',
    text: `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents,
                                    amount_cents, currency, status, hold_reason, payable_at, payout_id, reason,
                                    created_at)
           select id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents, currency,
                  status, hold_reason, to_timestamp(payable_ms::float8 / 1000), payout_id, reason,
                  to_timestamp(created_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                         $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::bigint[],
                         $13::bigint[], $14::json[], $15::bigint[])
               as new (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents,
                       currency, status, hold_reason, payable_ms, payout_id, reason, created_ms)`,
    values: columnsOf(
      commissions,
      (commission) => commission.id,
      (commission) => commission.programId,
      (commission) => commission.saleId,
      (commission) => commission.enrollmentId,
      (commission) => commission.partnerId,
      (commission) => commission.ruleId,
      (commission) => commission.originalCents,
      (commission) => commission.amountCents,
      (commission) => commission.currency,
      (commission) => commission.status,
      (commission) => commission.holdReason,
      (commission) => commission.payableAtMs,
      (commission) => commission.payoutId,
      (commission) => JSON.stringify(commission.reason),
      (commission) => commission.createdAtMs,
    ),
  };
}

/** Writes what can change of a commission: what is left of it, status, hold reason and payout. */
export function updateCommissions(commissions: readonly Commission[]): Statement | null {
  if (commissions.length === 0) return null;
  return {
    name: 'update-commissions',
    text: `update commissions c
              set amount_cents = changed.amount_cents, status = changed.status, hold_reason = changed.hold_reason,
                  payout_id = changed.payout_id
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
               as changed (id, amount_cents, status, hold_reason, payout_id)
            where c.id = changed.id`,
    values: columnsOf(
      commissions,
      (commission) => commission.id,
      (commission) => commission.amountCents,
      (commission) => commission.status,
      (commission) => commission.holdReason,
      (commission) => commission.payoutId,
    ),
  };
}
