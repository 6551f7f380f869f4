import type { ClientBase, Pool } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed } from '../audit/change.js';
import { demand } from '../demand.js';
import { nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';
import { createAccount, type NewAccount } from './create-account.js';

/** Whether nobody has an account yet, so that the first one can be made by whoever opens the page. */
export async function isSetupNeeded(db: Pool | ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ needed: boolean }>(
    'select not exists (select 1 from users) and not exists (select 1 from first_run) as needed',
  );
  return rows[0]?.needed ?? false;
}

/** What the first run made. */
export interface FirstRun {
  readonly workspace_id: number;
  readonly email: string;
}

/**
 * Makes the first account and its workspace, once in the life of a database: of two at once the second waits for the
 * first one's row, and is refused.
 */
export async function setUp(
  client: ClientBase,
  account: NewAccount,
  workspaceName: string,
): Promise<Change<FirstRun>> {
  if (!(await isSetupNeeded(client))) throw new RefusedError('already_set_up');
  await client.query('insert into first_run (id) values (1)').catch((error: unknown) => {
    throw isUniqueViolation(error) ? new RefusedError('already_set_up') : error;
  });
  const userId = await createAccount(client, account);
  if (userId === null) throw new RefusedError('already_set_up');
  const { rows } = await client
    .query<{ id: number }>('insert into workspaces (name) values ($1) returning id', [
      demand(nameType, workspaceName, 'workspace'),
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  const workspaceId = rows[0]?.id ?? 0;
  await client.query(`insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'owner')`, [
    workspaceId,
    userId,
  ]);
  const answer = { workspace_id: workspaceId, email: account.email.toLowerCase() };
  const place = { workspaceId, programId: null };
  return changed(answer, { on: 'workspace', id: workspaceId, before: null, after: answer, place });
}
