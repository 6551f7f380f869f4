import type { Mail } from './mailer.js';

/** The mail that invites somebody, as a member of a workspace or as a partner. */
export function invitationMail(of: {
  readonly to: string;
  readonly workspace: string;
  readonly invitedBy: string;
  readonly isPartner: boolean;
  readonly baseUrl: string;
  readonly token: string;
}): Mail {
  const what = of.isPartner ? `the partner program of ${of.workspace}` : `the team of ${of.workspace}`;
  const link = `${of.baseUrl}/invitation#${of.token}`;
  return {
    to: of.to,
    subject: `Your invitation to ${what}`,
    text: [
      'Hello,',
      '',
      `${of.invitedBy} invites you to ${what}. Open this address to accept; it works once, for 14 days:`,
      '',
      link,
      '',
      'If you did not expect this mail, you need not do anything.',
    ].join('\n'),
  };
}

/** The mail that tells somebody what came of their application to a program. */
export function decisionMail(of: {
  readonly to: string;
  readonly program: string;
  readonly isApproved: boolean;
  readonly baseUrl: string;
}): Mail {
  return {
    to: of.to,
    subject: `Your application to ${of.program}`,
    text: [
      'Hello,',
      '',
      ...(of.isApproved
        ? [`You are a partner of ${of.program} now. Sign in to make your links:`, '', `${of.baseUrl}/partner`]
        : [`Thank you for your interest in ${of.program}. Your application was not accepted.`]),
    ].join('\n'),
  };
}

/** The mail by which somebody chooses a new password. */
export function passwordMail(of: {
  readonly to: string;
  readonly baseUrl: string;
  readonly token: string;
}): Mail {
  return {
    to: of.to,
    subject: 'Choose a new password',
    text: [
      'Hello,',
      '',
      'Somebody, probably you, asked for a new password. Open this address to choose one; it works once, for an hour:',
      '',
      `${of.baseUrl}/reset-password#${of.token}`,
      '',
      'If it was not you, you need not do anything: your password stays as it is.',
    ].join('\n'),
  };
}

/** The mail that tells an owner which account of the card processor their workspace is connected with from now on. */
export function accountConnectedMail(connection: {
  readonly to: string;
  readonly workspaceName: string;
  readonly workspaceId: number;
  readonly accountId: string;
  /** null: none was connected before. */
  readonly replacedAccountId: string | null;
  readonly connectedBy: string;
  readonly baseUrl: string;
}): Mail {
  const { accountId, replacedAccountId, workspaceName } = connection;
  const place = replacedAccountId === null ? '' : `, in place of ${replacedAccountId}`;
  return {
    to: connection.to,
    subject: `A payment account was connected to ${workspaceName}`,
    text: [
      'Hello,',
      '',
      `${connection.connectedBy} connected the payment account ${accountId} to ${workspaceName}${place}. Its payments earn your partners commissions from now on.`,
      '',
      'If you did not expect this, disconnect it here, and check your API keys and members:',
      '',
      `${connection.baseUrl}/w/${connection.workspaceId}/processor`,
    ].join('\n'),
  };
}
