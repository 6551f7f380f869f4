import type { PayoutMethod } from '@svc/contract';
import { formatTime } from '@svc/contract';
import type { Mail } from './mailer.js';

/** Payout details as mails and the audit log show them: name and account by their last four characters. */
export interface MaskedDetails {
  readonly payout_method: PayoutMethod;
  readonly account_name: string | null;
  readonly account: string | null;
  readonly country: string | null;
  /** Two accounts can have the same last characters; the time distinguishes them. */
  readonly changed_at: string;
}

/** The content of the email about a change of payout details. `before` null: they were added. */
export interface DetailsNotice {
  /** The partner's address. */
  readonly email: string;
  readonly workspace: string;
  readonly programId: number;
  readonly program: string;
  readonly before: MaskedDetails | null;
  readonly after: MaskedDetails;
  /** Until when payout runs of the program skip the partner; null: they do not. */
  readonly heldUntil: Date | null;
}

const METHODS: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Bank transfer',
  paypal: 'PayPal',
  wise: 'Wise',
};

/**
 * The email that informs a partner that their payout details were added or changed, and what to do if it was not them. Names
 * and accounts are masked. Contract 2, section 7.1.
 */
export function payoutDetailsMail(notice: DetailsNotice, baseUrl: string): Mail {
  const { workspace, before, after } = notice;
  const what = before === null ? 'added' : 'changed';
  return {
    to: notice.email,
    subject: `Your payout details at ${workspace} were ${what}`,
    text: [
      'Hello,',
      '',
      `The payout details of your partner account at ${workspace} were ${what} on ${formatTime(new Date(after.changed_at))}.`,
      '',
      ...(before === null ? [] : [`Before: ${lineOf(before)}`]),
      `Now:    ${lineOf(after)}`,
      '',
      ...holdOf(notice),
      'If this was you, you can ignore this email.',
      '',
      'If it was not you, act now:',
      `1. Choose a new password: ${baseUrl}/forgot-password`,
      `2. Sign in and correct the payout details: ${baseUrl}/partner/${notice.programId}/details`,
      `3. Contact ${workspace}, so that no payout goes to the wrong account.`,
    ].join('\n'),
  };
}

function lineOf({ payout_method, account_name, account, country }: MaskedDetails): string {
  const parts = [account_name && `name ${account_name}`, account && `account ${account}`, country];
  return [METHODS[payout_method], ...parts.filter((part) => part !== null)].join(', ');
}

function holdOf({ program, before, heldUntil }: DetailsNotice): string[] {
  const kept =
    before === null
      ? 'Existing payouts keep the details they were created with.'
      : 'Existing payouts still go to the previous account.';
  if (heldUntil === null) return [kept, ''];
  return [
    `${kept} For your security, ${program} does not create a payout for you before ${formatTime(heldUntil)}.`,
    '',
  ];
}
