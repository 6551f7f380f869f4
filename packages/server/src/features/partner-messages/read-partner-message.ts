import { PartnerMessage } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findReceived } from './received-messages.js';

export const readPartnerMessage = defineRead({
  name: 'readPartnerMessage',
  route: 'GET /api/partner/programs/:programId/messages/:id',
  permission: 'partner',
  summary: 'A message that the caller got from the program',
  output: PartnerMessage,
  async run({ pool, scope, id }) {
    const message = await findReceived(pool, scope, id());
    if (message === null) throw new RefusedError('not_found');
    return message;
  },
});
