import { MeUpdate, MeUpdated } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';

/** Changes what somebody chose for themselves. It belongs to no workspace, so no audit log has an entry of it. */
export const updateMe = defineOperation({
  name: 'updateMe',
  route: 'PATCH /api/me',
  permission: 'session',
  summary: 'Choose the language of the application and of emails',
  input: MeUpdate,
  output: MeUpdated,
  audit: 'account.update',
  async run({ client, session, input }) {
    if (session === null) throw new RefusedError('authentication_required');
    await client.query('update users set language = $2 where id = $1', [session.user.id, input.language]);
    return { answer: { language: input.language }, entries: [] };
  },
});
