import type { RuleTerms } from '../../format/rule.js';
import { texts } from '../../texts/partners.js';

/** An entry of the audit log about a partner. */
interface Entry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface State {
  readonly status?: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly group?: string | null;
}

const SIMPLE: Readonly<Record<string, string>> = texts.simple;

const DECIDED: Readonly<Record<string, string>> = texts.decided;

/** What was done with a partner, in words. `ruleText` says a rule in words. */
export function historyText(entry: Entry, ruleText: (rule: RuleTerms) => string): string {
  const after = entry.after as (State & Partial<RuleTerms>) | null;
  if (entry.action === 'partner.rule.group') {
    return after?.type === 'program'
      ? texts.leftTheRateOfGroup
      : texts.gotTheRateOfGroup({ ruleText: ruleText(after as RuleTerms) });
  }
  // An invitation with a rate of their own writes two entries under its one name.
  if (after?.type !== undefined && entry.action !== 'partner.rule.drop') {
    const before = entry.before as Partial<RuleTerms> | null;
    const rate = ruleText(after as RuleTerms);
    return before?.type === undefined
      ? texts.setACustomRate({ ruleText: rate })
      : texts.setACustomRateInstead({ ruleText: rate, before: ruleText(before as RuleTerms) });
  }
  if (entry.action === 'partner.invite') return texts.invited;
  if (entry.action === 'partner.payout_details') {
    const before = entry.before as MaskedDetails | null;
    const now = detailsText(entry.after as MaskedDetails);
    return before === null
      ? texts.addedPayoutDetails({ now })
      : texts.changedPayoutDetailsTo({ detailsText: detailsText(before), now });
  }
  if (entry.action === 'partner.update') return updateText(entry.before as State | null, after);
  return SIMPLE[entry.action] ?? entry.action;
}

/** Payout details as the log has them. Entries from before the account was logged have the method alone. */
interface MaskedDetails {
  readonly payout_method: 'bank' | 'paypal' | 'wise';
  readonly account?: string | null;
}

const METHODS = texts.methods;

function detailsText({ payout_method: method, account }: MaskedDetails): string {
  return account ? `${METHODS[method]} ${account}` : METHODS[method];
}

function updateText(before: State | null, after: State | null): string {
  const changes: string[] = [];
  if (after?.status !== undefined && before?.status !== after.status) {
    changes.push(DECIDED[after.status] ?? after.status);
  }
  if (after?.name !== undefined && before?.name !== after.name) {
    changes.push(texts.renamed({ name: String(before?.name), name2: after.name }));
  }
  if (after?.group !== undefined && (before?.group ?? null) !== after.group) {
    changes.push(after.group === null ? texts.takenOutOfGroup : texts.putIntoGroup({ group: after.group }));
  }
  const tags = tagsText(after);
  if (tags !== null && tags !== (tagsText(before) ?? '')) {
    changes.push(tags === '' ? texts.removedAllTags : texts.setTags({ tags }));
  }
  return changes.length === 0 ? texts.savedWithoutChanges : changes.join('; ');
}

/** null: entries from before there were tags. */
function tagsText(state: State | null): string | null {
  return state?.tags === undefined ? null : state.tags.join(', ');
}
