import type { ClickKey, CreditChange } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

interface CreditChangeRow {
  customer_id: number;
  number: number;
  workspace_id: number;
  program_id: number;
  from_enrollment_id: number | null;
  from_partner_id: number | null;
  from_link_id: number | null;
  from_click_ms: number | null;
  from_click_number: number | null;
  to_enrollment_id: number;
  to_partner_id: number;
  to_link_id: number;
  to_click_ms: number;
  to_click_number: number;
  reason: CreditChange['reason'];
  sale_id: number | null;
  occurred_at: Date;
}

/** A row of the table credit_changes as the rules know it. */
export function creditChangeFromRow(row: CreditChangeRow): CreditChange {
  return {
    customerId: row.customer_id,
    number: row.number,
    workspaceId: row.workspace_id,
    programId: row.program_id,
    from: {
      enrollmentId: row.from_enrollment_id,
      partnerId: row.from_partner_id,
      linkId: row.from_link_id,
      click: clickOf(row.from_click_ms, row.from_click_number),
    },
    to: {
      enrollmentId: row.to_enrollment_id,
      partnerId: row.to_partner_id,
      linkId: row.to_link_id,
      click: clickOf(row.to_click_ms, row.to_click_number),
    },
    reason: row.reason,
    saleId: row.sale_id,
    occurredAtMs: row.occurred_at.getTime(),
  };
}

function clickOf(clickedMs: number | null, number: number | null): ClickKey | null {
  return clickedMs === null || number === null ? null : { clickedMs, number };
}

/** Moves credit: writes each change, and the customers as they are credited after the last of theirs. */
export function recordCreditChanges(changes: readonly CreditChange[]): readonly (Statement | null)[] {
  return changes.length === 0 ? [] : [insertChanges(changes), updateCredit(changes)];
}

function insertChanges(changes: readonly CreditChange[]): Statement {
  return {
    name: 'insert-credit-changes',
    text: `insert into credit_changes (customer_id, number, workspace_id, program_id, from_enrollment_id,
                                       from_partner_id, from_link_id, from_click_ms, from_click_number,
                                       to_enrollment_id, to_partner_id, to_link_id, to_click_ms, to_click_number,
                                       reason, sale_id, occurred_at)
           select customer_id, number, workspace_id, program_id, from_enrollment_id, from_partner_id, from_link_id,
                  from_click_ms, from_click_number, to_enrollment_id, to_partner_id, to_link_id, to_click_ms,
                  to_click_number, reason, sale_id, to_timestamp(occurred_ms::float8 / 1000)
             from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                         $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
                         $13::bigint[], $14::bigint[], $15::text[], $16::bigint[], $17::bigint[])
               as new (customer_id, number, workspace_id, program_id, from_enrollment_id, from_partner_id, from_link_id,
                       from_click_ms, from_click_number, to_enrollment_id, to_partner_id, to_link_id, to_click_ms,
                       to_click_number, reason, sale_id, occurred_ms)`,
    values: columnsOf(
      changes,
      (change) => change.customerId,
      (change) => change.number,
      (change) => change.workspaceId,
      (change) => change.programId,
      (change) => change.from.enrollmentId,
      (change) => change.from.partnerId,
      (change) => change.from.linkId,
      (change) => change.from.click?.clickedMs ?? null,
      (change) => change.from.click?.number ?? null,
      (change) => change.to.enrollmentId,
      (change) => change.to.partnerId,
      (change) => change.to.linkId,
      (change) => change.to.click?.clickedMs ?? null,
      (change) => change.to.click?.number ?? null,
      (change) => change.reason,
      (change) => change.saleId,
      (change) => change.occurredAtMs,
    ),
  };
}

function updateCredit(changes: readonly CreditChange[]): Statement {
  const latest = [...new Map(changes.map((change) => [change.customerId, change])).values()];
  return {
    name: 'update-credit',
    text: `update customers c
              set enrollment_id = changed.enrollment_id, partner_id = changed.partner_id, link_id = changed.link_id,
                  click_ms = changed.click_ms, click_number = changed.click_number,
                  former_click_ms = changed.former_ms, former_click_number = changed.former_number,
                  credit_changes = changed.number
             from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                         $7::bigint[], $8::bigint[], $9::bigint[])
               as changed (id, number, enrollment_id, partner_id, link_id, click_ms, click_number, former_ms,
                           former_number)
            where c.id = changed.id`,
    values: columnsOf(
      latest,
      (change) => change.customerId,
      (change) => change.number,
      (change) => change.to.enrollmentId,
      (change) => change.to.partnerId,
      (change) => change.to.linkId,
      (change) => change.to.click?.clickedMs ?? null,
      (change) => change.to.click?.number ?? null,
      (change) => change.from.click?.clickedMs ?? null,
      (change) => change.from.click?.number ?? null,
    ),
  };
}
