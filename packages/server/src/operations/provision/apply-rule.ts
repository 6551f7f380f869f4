import type { CommissionEntry } from './provision-file.js';
import type { Run } from './run.js';

interface StoredRule {
  readonly version: number;
  readonly type: string;
  readonly basis_points: number | null;
  readonly amount_cents: number | null;
  readonly duration_months: number | null;
}

function isSameRule(stored: StoredRule, wanted: CommissionEntry): boolean {
  return (
    stored.type === wanted.type &&
    stored.basis_points === wanted.basisPoints &&
    stored.amount_cents === wanted.amountCents &&
    stored.duration_months === wanted.durationMonths
  );
}

/**
 * The commission rule of a program, or of one partner in it (`enrollmentId`). A rule is never changed: one that
 * differs from the newest version becomes the next version. Contract section 3.
 */
export async function applyRule(
  run: Run,
  owner: { readonly programId: number; readonly enrollmentId: number | null },
  wanted: CommissionEntry,
): Promise<void> {
  const { rows } = await run.client.query<StoredRule>(
    `select version, type, basis_points, amount_cents, duration_months from commission_rules
     where program_id = $1 and coalesce(enrollment_id, 0) = coalesce($2::bigint, 0)
     order by version desc limit 1`,
    [owner.programId, owner.enrollmentId],
  );
  const newest = rows[0];
  if (newest !== undefined && isSameRule(newest, wanted)) {
    run.counts['commission rules'].unchanged += 1;
    return;
  }
  await run.client.query(
    `insert into commission_rules
       (program_id, enrollment_id, version, type, basis_points, amount_cents, duration_months)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      owner.programId,
      owner.enrollmentId,
      (newest?.version ?? 0) + 1,
      wanted.type,
      wanted.basisPoints,
      wanted.amountCents,
      wanted.durationMonths,
    ],
  );
  run.counts['commission rules'][newest === undefined ? 'created' : 'updated'] += 1;
}
