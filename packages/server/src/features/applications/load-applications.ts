import type { ApplicationAnswer } from '@svc/contract';
import type { Pool } from 'pg';

/** What a partner wrote when they applied. */
export interface Application {
  readonly website: string | null;
  readonly message: string | null;
  readonly answers: readonly ApplicationAnswer[];
  readonly created_at: Date;
}

/** The applications of partners by the ids of their enrollments; missing: they did not apply. */
export async function loadApplications(
  pool: Pool,
  enrollmentIds: readonly number[],
): Promise<ReadonlyMap<number, Application>> {
  if (enrollmentIds.length === 0) return new Map();
  const { rows } = await pool.query<Application & { readonly enrollment_id: number }>(
    `select enrollment_id, website, message, answers, created_at from partner_applications
      where enrollment_id = any($1::bigint[])`,
    [enrollmentIds],
  );
  return new Map(rows.map(({ enrollment_id, ...application }) => [enrollment_id, application]));
}

/** An application as lists have it, in fields of their own. */
export function applicationFields(application: Application | undefined) {
  return {
    application_website: application?.website ?? null,
    application_message: application?.message ?? null,
    application_answers: [...(application?.answers ?? [])],
  };
}
