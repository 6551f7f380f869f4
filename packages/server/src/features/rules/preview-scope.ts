import type { Pool } from 'pg';
import { slicesOf } from '../../database/slices.js';

/** The seconds whose sales one statement reads at first. */
const SECONDS_AT_ONCE = 21_600;

/** Divides a period into slices, the newest first, each for one statement; `toMs` is no longer in it. */
export function* slicesOfPeriod(
  pool: Pool,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Generator<{ readonly fromMs: number; readonly toMs: number }, void> {
  const endMs = nowMs + 1;
  const seconds = { from: 0, to: Math.ceil((endMs - fromMs) / 1000) - 1 };
  for (const { from, to } of slicesOf(pool, seconds, SECONDS_AT_ONCE))
    yield { fromMs: Math.max(fromMs, endMs - (to + 1) * 1000), toMs: endMs - from * 1000 };
}

/** Whose rule is previewed: a program's, one partner's own in it, or that of a group of partners. */
export interface PreviewOwner {
  readonly programId: number;
  readonly partnerId: number | null;
  readonly groupId: number | null;
}

/** Of the sales and commissions in one currency. */
export interface PreviewSum {
  sales: number;
  now: bigint;
  preview: bigint;
}

/** What a preview found. */
export interface PreviewSums {
  readonly sums: ReadonlyMap<string, PreviewSum>;
  readonly clauses: readonly ClauseSum[];
  readonly isCut: boolean;
}

/** What one clause pays, in one currency. */
export interface ClauseSum {
  readonly clause: number | null;
  readonly currency: string;
  parts: number;
  preview_cents: bigint;
}

/** The sums of a currency, which are 0 at first. */
export function sumIn(sums: Map<string, PreviewSum>, currency: string): PreviewSum {
  const known = sums.get(currency) ?? { sales: 0, now: 0n, preview: 0n };
  sums.set(currency, known);
  return known;
}

/**
 * SQL: the sales that the rule would decide, of program `$1`; `owner`: the parameter of `ownerValues`. A program's rule does not count for
 * partners for whom one of their own or of their group is in force, and a group's not for members with one of their own.
 */
export function previewScope({ partnerId, groupId }: PreviewOwner, owner: string): string {
  if (partnerId !== null) return `partner_id = ${owner}`;
  if (groupId !== null) {
    return `enrollment_id = any (array(
              select e.id from enrollments e
                left join lateral (select type, group_id from commission_rules
                                    where program_id = $1 and coalesce(enrollment_id, 0) = e.id
                                    order by version desc limit 1) own on true
               where e.group_id = ${owner} and (coalesce(own.type, 'program') = 'program' or own.group_id is not null)))`;
  }
  return `enrollment_id <> all (array(
            select enrollment_id from (select distinct on (enrollment_id) enrollment_id, type from commission_rules
                                        where program_id = $1 and enrollment_id is not null
                                        order by enrollment_id, version desc) own
             where type <> 'program'))`;
}

/** The value of the parameter that `previewScope` names; empty where it names none. */
export function ownerValues({ partnerId, groupId }: PreviewOwner): readonly number[] {
  const owner = partnerId ?? groupId;
  return owner === null ? [] : [owner];
}
