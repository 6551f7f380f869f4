import type { PayoutMethod } from '@svc/contract';
import type { DetailsNotice, MaskedDetails } from '../features/payouts/payout-details.js';
import { formatTime } from '../operations/format-money.js';
import type { Mail } from './mailer.js';

const METHODS: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Bank transfer',
  paypal: 'PayPal',
  wise: 'Wise',
};

/**
 * The mail that tells a partner that their payout details were added or changed, and what to do if it was not them. Names
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
