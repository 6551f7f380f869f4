/** What a program looks for in the sales that partners bring. Contract 2 section 14. */
export const FRAUD_FLAGS = [
  'self_referral',
  'fast_sale',
  'click_burst',
  'paid_search',
  'code_leak',
  'page_named',
] as const;

export type FraudFlag = (typeof FRAUD_FLAGS)[number];

/** What a program does about it: nothing, show it, or hold the commission too. */
export type FraudAction = 'off' | 'flag' | 'hold';

export type FraudSettings = Readonly<Record<FraudFlag, FraudAction>>;

/** For what a person has looked at. */
export const NO_FRAUD_CHECKS: FraudSettings = {
  self_referral: 'off',
  fast_sale: 'off',
  click_burst: 'off',
  paid_search: 'off',
  code_leak: 'off',
  page_named: 'off',
};

/** What was found, and what the program does about it. */
export type RaisedFlag = { readonly action: Exclude<FraudAction, 'off'> } & Evidence;

/** What was found. It names nobody: addresses stay where they can be erased. */
export type Evidence =
  /** The customer's address is the partner's, or of the partner's own domain. */
  | { readonly flag: 'self_referral'; readonly domain: string | null }
  | { readonly flag: 'fast_sale'; readonly seconds: number }
  | { readonly flag: 'click_burst'; readonly clicks: number }
  | { readonly flag: 'paid_search'; readonly parameter: string }
  /** Customers of the code on that day, and on an average day before it. */
  | { readonly flag: 'code_leak'; readonly customers: number; readonly average: number }
  /** No report of a server has named the partner. */
  | { readonly flag: 'page_named' };

/** What the click behind a customer's credit says about fraud. Nothing suspicious is null. */
export interface ClickEvidence {
  /** The parameter by which an advertising network marked the click. */
  readonly adParameter: string | null;
  /** How often the visitor had clicked on the link in the hour before; null: not often enough to count. */
  readonly visitorClicks: number | null;
}

/** How many new customers a code brought on a day (UTC), the sale that is decided left out, and in the 30 days before. */
export interface CodeUse {
  readonly today: number;
  readonly before: number;
}
