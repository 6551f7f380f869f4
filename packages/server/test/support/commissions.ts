import type { CommissionItem } from '@svc/contract';
import type { Pool } from 'pg';
import { holdCommission as hold } from '../../src/features/commissions/hold-commission.js';
import { releaseCommission as release } from '../../src/features/commissions/release-commission.js';
import type { IdSource } from '../../src/ingest/ids.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { perform } from './operations.js';

interface Target {
  readonly programId: number;
  readonly commissionId: number;
  readonly nowMs: number;
}

type Result =
  | { readonly ok: true; readonly commission: CommissionItem }
  | { readonly ok: false; readonly why: string; readonly status: string | undefined };

async function resultOf(change: Promise<CommissionItem>): Promise<Result> {
  try {
    return { ok: true, commission: await change };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return {
      ok: false,
      why: error.code,
      status: error.code === 'commission_status' ? error.word : undefined,
    };
  }
}

/** Holds a commission back, or says why not. */
export function holdCommission(
  pool: Pool,
  ids: IdSource,
  { programId, commissionId, nowMs, reason }: Target & { readonly reason: string },
): Promise<Result> {
  const request = { programId, params: { id: commissionId }, input: { reason }, nowMs };
  return resultOf(perform({ pool, ids }, hold, request));
}

/** Releases a commission, or says why not. */
export function releaseCommission(
  pool: Pool,
  ids: IdSource,
  { programId, commissionId, nowMs }: Target,
): Promise<Result> {
  return resultOf(perform({ pool, ids }, release, { programId, params: { id: commissionId }, nowMs }));
}
