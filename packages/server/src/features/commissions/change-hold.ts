import { type CommissionItem, errorText, holdText } from '@svc/contract';
import type { Commission } from '@svc/core';
import type { ClientBase } from 'pg';
import type { IdSource } from '../../ingest/ids.js';
import type { AuditEntry, Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { flagsOf } from './commission-item.js';
import { holdLocked } from './hold-locked.js';
import { type HoldResult, holdEntries } from './move-commission.js';
import { releaseLocked } from './release-locked.js';

/** What to do with commissions of a program. `reason` is kept with those that are held. */
export interface HoldChange {
  readonly programId: number;
  readonly action: 'hold' | 'release';
  readonly reason: string;
  readonly nowMs: number;
}

/** What became of one of many. */
export interface HoldOutcome {
  readonly id: number;
  readonly ok: boolean;
  readonly error: string | null;
  readonly commission: CommissionItem | null;
}

/** Holds one commission, or lets it go; refused where its status does not allow it. */
export async function changeHold(
  client: ClientBase,
  ids: IdSource,
  change: HoldChange,
  commissionId: number,
): Promise<Change<CommissionItem>> {
  const result = await applyChange(client, ids, change, commissionId);
  if (result.ok) return { answer: itemOf(result.commission), entries: holdEntries(result) };
  if (result.why === 'not_found') throw new RefusedError('not_found');
  throw new RefusedError('commission_status', result.status);
}

/** Does the same with many; each that cannot be changed says why, and keeps no other. */
export async function changeHolds(
  client: ClientBase,
  ids: IdSource,
  change: HoldChange,
  commissionIds: readonly number[],
): Promise<Change<{ readonly data: readonly HoldOutcome[] }>> {
  const data = new Map<number, HoldOutcome>();
  const entries: AuditEntry[] = [];
  // In one order for everybody, so that two changes at once cannot wait for each other.
  for (const id of [...new Set(commissionIds)].sort((a, b) => a - b)) {
    const result = await applyChange(client, ids, change, id);
    if (result.ok) {
      entries.push(...holdEntries(result));
      data.set(id, { id, ok: true, error: null, commission: itemOf(result.commission) });
    } else {
      data.set(id, { id, ok: false, error: holdErrorText(result), commission: null });
    }
  }
  return { answer: { data: commissionIds.flatMap((id) => data.get(id) ?? []) }, entries };
}

function applyChange(
  client: ClientBase,
  ids: IdSource,
  { programId, action, reason, nowMs }: HoldChange,
  commissionId: number,
): Promise<HoldResult> {
  const target = { programId, commissionId, nowMs };
  return action === 'hold'
    ? holdLocked(client, ids, { ...target, reason })
    : releaseLocked(client, ids, target);
}

function holdErrorText(result: Extract<HoldResult, { ok: false }>): string {
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
    // What is reassigned can be neither held nor released.
    reassigned_at: null,
    created_at: new Date(commission.createdAtMs).toISOString(),
  };
}
