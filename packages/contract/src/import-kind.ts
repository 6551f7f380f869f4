import type { ImportKind } from './imports.js';

/** Systems whose own names would be taken for what their files contain. */
const SYSTEM_NAMES = /partnerstack|firstpromoter/gi;

/** The first that holds counts: "partner-commissions.csv" has commissions, "partner-sales.csv" sales. */
const WORDS: readonly (readonly [ImportKind, RegExp])[] = [
  ['commissions', /commission|reward|payout|earning/i],
  ['sales', /sale|transaction|charge|invoice/i],
  ['customers', /customer|referral|lead/i],
  ['partners', /partner|affiliate|promoter/i],
];

/** What a file of another system has a row of, by its name without folders; null where the name does not say. Contract 2 section 15. */
export function importKindOf(fileName: string): ImportKind | null {
  const name = fileName.replace(SYSTEM_NAMES, '');
  return WORDS.find(([, word]) => word.test(name))?.[0] ?? null;
}
