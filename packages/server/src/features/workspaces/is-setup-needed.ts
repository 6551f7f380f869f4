import type { ClientBase, Pool } from 'pg';

/** Whether nobody has an account yet, so that the first visitor of the page can create one. */
export async function isSetupNeeded(db: Pool | ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ needed: boolean }>(
    'select not exists (select 1 from users) and not exists (select 1 from first_run) as needed',
  );
  return rows[0]?.needed ?? false;
}
