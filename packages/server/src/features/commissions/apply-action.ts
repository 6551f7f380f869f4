import { type CommissionItem, errorText, holdText } from '@svc/contract';
import type { Commission } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import type { IdSource } from '../../ingest/ids.js';
import { addTotals } from '../../ingest/totals.js';
import type { AuditEntry, Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { CORRECTIONS_SLOT } from '../reports/corrections-slot.js';
import { flagsOf } from './commission-item.js';
import { holdLocked } from './hold-locked.js';
import { type ActionResult, actionEntries, type Done } from './move-commission.js';
import { rejectLocked } from './reject-locked.js';
import { releaseLocked } from './release-locked.js';

/** What to do with commissions of a program. `reason` is kept with those that are held or rejected. */
export interface TeamAction {
  readonly programId: number;
  readonly action: 'hold' | 'release' | 'reject';
  readonly reason: string;
  readonly nowMs: number;
}

/** What became of one of many. */
export interface ActionOutcome {
  readonly id: number;
  readonly ok: boolean;
  readonly error: string | null;
  readonly commission: CommissionItem | null;
}

/** Holds, releases or rejects one commission; refused where its status does not allow it. */
export async function actOnCommission(
  client: ClientBase,
  ids: IdSource,
  action: TeamAction,
  commissionId: number,
): Promise<Change<CommissionItem>> {
  const result = await apply(client, ids, action, commissionId);
  if (result.ok) {
    await writeTotals(client, [result]);
    return { answer: itemOf(result.commission), entries: actionEntries(result) };
  }
  if (result.why === 'not_found') throw new RefusedError('not_found');
  throw new RefusedError('commission_status', result.status);
}

/** Does the same with many; each that cannot be changed says why, and keeps no other. */
export async function actOnCommissions(
  client: ClientBase,
  ids: IdSource,
  action: TeamAction,
  commissionIds: readonly number[],
): Promise<Change<{ readonly data: readonly ActionOutcome[] }>> {
  const data = new Map<number, ActionOutcome>();
  const entries: AuditEntry[] = [];
  const done: Done[] = [];
  // In one order for everybody, so that two changes at once cannot wait for each other.
  for (const id of [...new Set(commissionIds)].sort((a, b) => a - b)) {
    const result = await apply(client, ids, action, id);
    if (result.ok) {
      done.push(result);
      entries.push(...actionEntries(result));
      data.set(id, { id, ok: true, error: null, commission: itemOf(result.commission) });
    } else {
      data.set(id, { id, ok: false, error: refusalText(result), commission: null });
    }
  }
  await writeTotals(client, done);
  return { answer: { data: commissionIds.flatMap((id) => data.get(id) ?? []) }, entries };
}

/** After all commissions, for the same reason: rows of totals are locked last. */
async function writeTotals(client: ClientBase, done: readonly Done[]): Promise<void> {
  const totals = done.flatMap((one) => one.totals);
  if (totals.length > 0) await send(client, [addTotals(totals, CORRECTIONS_SLOT)]);
}

function apply(
  client: ClientBase,
  ids: IdSource,
  { programId, action, reason, nowMs }: TeamAction,
  commissionId: number,
): Promise<ActionResult> {
  const target = { programId, commissionId, nowMs };
  if (action === 'hold') return holdLocked(client, ids, { ...target, reason });
  if (action === 'reject') return rejectLocked(client, ids, { ...target, reason });
  return releaseLocked(client, ids, target);
}

function refusalText(result: Extract<ActionResult, { ok: false }>): string {
  return result.why === 'not_found' ? errorText('not_found') : errorText('commission_status', result.status);
}

function itemOf(commission: Commission): CommissionItem {
  return {
    id: commission.id,
    sale_id: commission.saleId,
    lead_id: commission.leadId,
    partner_id: commission.partnerId,
    amount_cents: commission.amountCents,
    original_amount_cents: commission.originalCents,
    currency: commission.currency,
    status: commission.status,
    hold_kind: commission.holdKind,
    hold_reason:
      commission.holdKind &&
      holdText(commission.holdKind, commission.holdNote, commission.leadId === null ? 'sale' : 'lead'),
    flags: flagsOf(commission.flags),
    payable_at: new Date(commission.payableAtMs).toISOString(),
    payout_id: commission.payoutId,
    rule_id: commission.ruleId,
    // What is reassigned can be neither held, released nor rejected.
    reassigned_at: null,
    rejected_at: commission.rejectedAtMs === null ? null : new Date(commission.rejectedAtMs).toISOString(),
    rejection_reason: commission.rejectionReason,
    created_at: new Date(commission.createdAtMs).toISOString(),
  };
}
