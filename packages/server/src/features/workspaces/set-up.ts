import { randomUUID } from 'node:crypto';
import { SetupDone, SetupInput } from '@svc/contract';
import { isSecret } from '../../crypto/secret-text.js';
import { isUniqueViolation } from '../../database/transaction.js';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import type { Call } from '../../operations/operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType } from '../../operations/value-types.js';
import { createAccount } from '../people/create-account.js';
import { insertMember } from '../people/insert-member.js';
import { hashNewPassword } from '../people/new-password.js';
import { insertWorkspace } from './insert-workspace.js';
import { isSetupNeeded } from './is-setup-needed.js';

/** The first account owns everything, so it takes the token that the operator has, or being at the machine itself. */
function requireSetupToken({ origin, services, input }: Call<unknown, SetupInput>): void {
  if (origin.isLocal) return;
  if (!isSecret(input.setup_token ?? '', services.settings.setupTokenHash))
    throw new RefusedError('setup_token_required');
}

/**
 * Creates the first account and its workspace, once in the life of a database: of two at once the second waits for the
 * first one's row, and is refused.
 */
export const setUp = defineOperation({
  name: 'setUp',
  route: 'POST /api/setup',
  permission: 'anyone',
  summary: 'Create the first account and its workspace, while there is none',
  input: SetupInput,
  output: SetupDone,
  errors: ['already_set_up', 'setup_token_required', 'name_taken'],
  audit: 'workspace.create',
  // Hashing comes first and outside the transaction: it is slow on purpose, and would keep others waiting.
  async prepare(call) {
    if (!(await isSetupNeeded(call.pool))) throw new RefusedError('already_set_up');
    requireSetupToken(call);
    const { password, email } = call.input;
    return { userId: randomUUID(), passwordHash: await hashNewPassword(password, email) };
  },
  actorOf: ({ input, prepared }) => ({ userId: prepared.userId, email: input.email.toLowerCase() }),
  async run({ client, input, prepared }) {
    if (!(await isSetupNeeded(client))) throw new RefusedError('already_set_up');
    await client.query('insert into first_run (id) values (1)').catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('already_set_up') : error;
    });
    const userId = await createAccount(client, {
      email: input.email,
      name: input.name,
      isVerified: true,
      ...prepared,
    });
    if (userId === null) throw new RefusedError('already_set_up');
    const workspaceId = await insertWorkspace(client, parseValue(nameType, input.workspace, 'workspace'));
    await insertMember(client, { workspaceId, userId, role: 'owner' });
    const answer = { workspace_id: workspaceId, email: input.email.toLowerCase() };
    const place = { workspaceId, programId: null };
    return changed(answer, { on: 'workspace', id: workspaceId, before: null, after: answer, place });
  },
});
