import { type PartnerItem, PartnerMessageCreate, PartnerMessageSent } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Mailer } from '../../mail/mailer.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { paragraphsType, subjectType } from '../../operations/value-types.js';
import { lockChosen } from '../partners/lock-chosen.js';
import { insertMessage } from './insert-message.js';
import { loadAccounts, type Recipient } from './recipients.js';

type Row = PartnerMessageSent['data'][number];

/** Who gets a message, and what is said of everyone who was chosen. */
interface Addressed {
  readonly recipients: readonly Recipient[];
  readonly data: readonly Row[];
}

/** Only approved partners get messages; of them, who has an account and wants such emails gets an email, too. */
async function address(
  client: ClientBase,
  chosen: readonly PartnerItem[],
  { hasServer }: Pick<Mailer, 'hasServer'>,
): Promise<Addressed> {
  const approved = chosen.filter(({ status }) => status === 'approved').map(({ id }) => id);
  const recipients = await loadAccounts(client, approved, hasServer);
  const byId = new Map(recipients.map((recipient) => [recipient.partnerId, recipient]));
  const data = chosen.map(({ id, name }): Row => {
    const recipient = byId.get(id);
    if (recipient === undefined) return { id, name, result: 'refused', reason: 'not_approved' };
    const { noEmail } = recipient;
    return { id, name, result: noEmail === null ? 'emailed' : 'portal_only', reason: noEmail };
  });
  return { recipients, data };
}

/**
 * Writes a message, its recipients, and the notifications that emails are sent from, in one transaction. Emails follow by their job, so that
 * none is sent of what was not written. Decision 41.
 */
export const createPartnerMessage = defineOperation({
  name: 'createPartnerMessage',
  route: 'POST /api/programs/:programId/partner-messages',
  permission: 'partner:write',
  summary: 'Send a message to partners, in the portal and by email; with a preview of who gets it',
  input: PartnerMessageCreate,
  output: PartnerMessageSent,
  audit: 'partner_message.send',
  async run({ client, services, scope, actor, input }): Promise<Change<PartnerMessageSent>> {
    const { workspaceId, programId } = scope;
    const subject = parseValue(subjectType, input.subject, 'subject');
    const body = parseValue(paragraphsType, input.body, 'body');
    const { partners, isCut } = await lockChosen(client, programId, input);
    const { recipients, data } = await address(client, partners, services.mailer);
    const answer = { data: [...data], is_cut: isCut };
    if (input.preview || recipients.length === 0) return unchanged({ message_id: null, ...answer });
    const message = { workspaceId, programId, sender: actor, subject, body };
    const id = await insertMessage(client, message, recipients);
    const after = { id, subject, recipient_count: recipients.length };
    return changed({ message_id: id, ...answer }, { on: 'partner_message', id, before: null, after });
  },
});
