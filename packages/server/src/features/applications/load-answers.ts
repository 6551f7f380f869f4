import type { ApplicationAnswer } from '@svc/contract';
import type { Pool } from 'pg';

/** What partners answered when they applied, by the id of their enrollment; missing: they did not apply. */
export async function loadAnswers(
  pool: Pool,
  enrollmentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ApplicationAnswer[]>> {
  if (enrollmentIds.length === 0) return new Map();
  const { rows } = await pool.query<{ enrollment_id: number; answers: readonly ApplicationAnswer[] }>(
    'select enrollment_id, answers from partner_applications where enrollment_id = any($1::bigint[])',
    [enrollmentIds],
  );
  return new Map(rows.map(({ enrollment_id, answers }) => [enrollment_id, answers]));
}
