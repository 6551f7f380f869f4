import { EmailStatus, MAIL_CAUSES, type MailCause } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';

interface FailureRow {
  readonly cause: MailCause;
  readonly failing_since: Date;
}

export const readEmailStatus = defineRead({
  name: 'readEmailStatus',
  route: 'GET /api/workspaces/:workspaceId/email-status',
  permission: 'member:write',
  summary: 'Whether the email server of the service takes emails, or why not',
  output: EmailStatus,
  async run({ pool, services }): Promise<EmailStatus> {
    const none = { cause: null, text: null, failing_since: null };
    if (!services.mailer.hasServer) return { status: 'no_server', ...none };
    const { rows } = await pool.query<FailureRow>('select cause, failing_since from email_failures');
    const failure = rows[0];
    if (failure === undefined) return { status: 'ok', ...none };
    const { cause, failing_since: since } = failure;
    return { status: 'failing', cause, text: MAIL_CAUSES[cause], failing_since: since.toISOString() };
  },
});
