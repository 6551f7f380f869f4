import type { RuleTerms } from '../../format/rule.js';

/** An entry of the audit log about a partner. */
interface Entry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface State {
  readonly status?: string;
  readonly name?: string;
}

const SIMPLE: Readonly<Record<string, string>> = {
  'partner.apply': 'Applied',
  'partner.create': 'Added',
  'partner.invite.again': 'Sent the invitation again',
  'partner.rule.drop': "Dropped the own rate: the program's counts again",
};

const DECIDED: Readonly<Record<string, string>> = {
  approved: 'Approved',
  rejected: 'Turned down',
  suspended: 'Suspended',
  pending: 'Put back to waiting',
};

/** What was done with a partner, in words. `ruleText` says a rule in words. */
export function historyText(entry: Entry, ruleText: (rule: RuleTerms) => string): string {
  const after = entry.after as (State & Partial<RuleTerms>) | null;
  // An invitation with a rate of their own writes two entries under its one name.
  if (after?.type !== undefined && entry.action !== 'partner.rule.drop') {
    return `Gave a rate of their own: ${ruleText(after as RuleTerms)}`;
  }
  if (entry.action === 'partner.invite') return 'Invited';
  if (entry.action === 'partner.payout_details') {
    const before = entry.before as MaskedDetails | null;
    const now = detailsText(entry.after as MaskedDetails);
    return before === null
      ? `Added payout details: ${now}`
      : `Changed payout details: ${detailsText(before)} to ${now}`;
  }
  if (entry.action === 'partner.update') return updateText(entry.before as State | null, after);
  return SIMPLE[entry.action] ?? entry.action;
}

/** Payout details as the log has them. Entries from before the account was logged have the method alone. */
interface MaskedDetails {
  readonly payout_method: 'bank' | 'paypal' | 'wise';
  readonly account?: string | null;
}

const METHODS = { bank: 'bank transfer', paypal: 'PayPal', wise: 'Wise' } as const;

function detailsText({ payout_method: method, account }: MaskedDetails): string {
  return account ? `${METHODS[method]} ${account}` : METHODS[method];
}

function updateText(before: State | null, after: State | null): string {
  const changes: string[] = [];
  if (after?.status !== undefined && before?.status !== after.status) {
    changes.push(DECIDED[after.status] ?? after.status);
  }
  if (after?.name !== undefined && before?.name !== after.name) {
    changes.push(`Renamed from ${before?.name} to ${after.name}`);
  }
  return changes.length === 0 ? 'Saved without a change' : changes.join('; ');
}
