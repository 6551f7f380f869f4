/** What a commission rule says, as a provision file has it. */
export type Rule = { readonly duration_months: number | null } & (
  | { readonly type: 'percent'; readonly basis_points: number }
  | { readonly type: 'flat'; readonly amount_cents: number }
);

/** How people buy: a monthly plan after a trial, one order of goods, or boxes again and again. */
export type Business = 'plans' | 'goods' | 'boxes';

/** A partner's part in one program. `clicksPerDay` and `leadShare` are what the link brings on an average day. */
export interface Part {
  readonly partner: string;
  readonly link: string;
  readonly clicksPerDay: number;
  /** How many of a hundred visitors sign up or order. */
  readonly leadShare: number;
  readonly status?: 'pending' | 'rejected';
  /** The partner's own rule. */
  readonly rule?: Rule;
  /** What some customers enter at the checkout instead of clicking a link. */
  readonly code?: string;
  /** Approved until the morning of this day of the history, suspended since. */
  readonly suspendedOnDay?: number;
}

/** A program of the demo workspace. */
export interface Cast {
  readonly name: string;
  readonly domain: string;
  readonly currency: string;
  readonly apiToken: string;
  readonly holdDays: number;
  readonly cookieWindowDays: number;
  readonly rule: Rule;
  readonly business: Business;
  /** Traffic by day of the week, Sunday first; 1 is average. */
  readonly week: readonly number[];
  /** The busiest hour of the day, UTC. */
  readonly peakHour: number;
  readonly parts: readonly Part[];
}

export const WORKSPACE = 'Fernweh Studio';
/** The account of the workspace at the stand-in of the card processor. */
export const ACCOUNT = 'acct_fernwehstudio';
export const OWNER = { email: 'owner@demo.test', password: 'demo-password', name: 'Olive Owner' };

/** A subscription: 20 % of what each customer pays in the first twelve months. */
export const TIDYDESK: Cast = {
  name: 'Tidydesk',
  domain: 'tidydesk.test',
  currency: 'USD',
  apiToken: 'svc_test_tidydesk',
  holdDays: 30,
  cookieWindowDays: 60,
  rule: { type: 'percent', basis_points: 2000, duration_months: 12 },
  business: 'plans',
  week: [0.5, 1.2, 1.3, 1.25, 1.2, 1, 0.55],
  peakHour: 15,
  parts: [
    {
      partner: 'Maria Silva',
      link: 'maria',
      clicksPerDay: 6,
      leadShare: 9,
      rule: { type: 'percent', basis_points: 3000, duration_months: 12 },
    },
    { partner: 'Jonas Weber', link: 'jonas', clicksPerDay: 4, leadShare: 7 },
    { partner: 'Priya Nair', link: 'priya', clicksPerDay: 5, leadShare: 5 },
    { partner: 'Tom Becker', link: 'tom', clicksPerDay: 2, leadShare: 15 },
    {
      partner: 'Brightside Agency',
      link: 'brightside',
      clicksPerDay: 1.5,
      leadShare: 20,
      rule: { type: 'flat', amount_cents: 4000, duration_months: 0 },
    },
    {
      partner: 'Coupon Corner',
      link: 'coupon-corner',
      clicksPerDay: 4,
      leadShare: 6,
      suspendedOnDay: 62,
    },
    { partner: 'Nils Holm', link: 'nils', clicksPerDay: 0.8, leadShare: 6 },
    { partner: 'Elena Rossi', link: 'elena', clicksPerDay: 0, leadShare: 0, status: 'pending' },
  ],
};

/** A shop: a flat amount for a customer's first order. */
const OAK_AND_LINEN: Cast = {
  name: 'Oak & Linen',
  domain: 'oakandlinen.test',
  currency: 'EUR',
  apiToken: 'svc_test_oakandlinen',
  holdDays: 14,
  cookieWindowDays: 30,
  rule: { type: 'flat', amount_cents: 800, duration_months: 0 },
  business: 'goods',
  week: [1.5, 0.8, 0.8, 0.85, 0.9, 1, 1.3],
  peakHour: 19,
  parts: [
    { partner: 'Casa Clara', link: 'clara', clicksPerDay: 5, leadShare: 6 },
    { partner: 'Maria Silva', link: 'maria-home', clicksPerDay: 1.5, leadShare: 5 },
    {
      partner: 'Hanna Lindqvist',
      link: 'hanna',
      clicksPerDay: 3,
      leadShare: 8,
      rule: { type: 'flat', amount_cents: 1200, duration_months: 0 },
    },
    {
      partner: 'The Linen Letter',
      link: 'linen-letter',
      clicksPerDay: 2.5,
      leadShare: 11,
      code: 'LETTER10',
    },
    { partner: 'Deal Hunters', link: 'deals', clicksPerDay: 6, leadShare: 2, code: 'DEALS5' },
    { partner: 'Sofia Lind', link: 'sofia', clicksPerDay: 1, leadShare: 5 },
    { partner: 'Luc Moreau', link: 'luc', clicksPerDay: 0, leadShare: 0, status: 'pending' },
    { partner: 'Click Factory', link: 'click-factory', clicksPerDay: 0, leadShare: 0, status: 'rejected' },
  ],
};

/** Coffee boxes in a currency without decimals: 10 % of every order, for good. */
const KISSA: Cast = {
  name: 'Kissa Coffee',
  domain: 'kissa.test',
  currency: 'JPY',
  apiToken: 'svc_test_kissa',
  holdDays: 30,
  cookieWindowDays: 60,
  rule: { type: 'percent', basis_points: 1000, duration_months: null },
  business: 'boxes',
  week: [1.3, 0.9, 0.85, 0.9, 0.95, 1, 1.2],
  peakHour: 11,
  parts: [
    { partner: 'Yuki Tanaka', link: 'yuki', clicksPerDay: 3, leadShare: 7 },
    {
      partner: 'Tokyo Coffee Map',
      link: 'coffee-map',
      clicksPerDay: 4,
      leadShare: 6,
      rule: { type: 'percent', basis_points: 1500, duration_months: null },
    },
    { partner: 'Kenji Mori', link: 'kenji', clicksPerDay: 1.2, leadShare: 5 },
    { partner: 'Aiko Sato', link: 'aiko', clicksPerDay: 2, leadShare: 9 },
    { partner: 'Jonas Weber', link: 'jonas-coffee', clicksPerDay: 0.7, leadShare: 4 },
    { partner: 'Paul Schmidt', link: 'paul', clicksPerDay: 0, leadShare: 0, status: 'pending' },
  ],
};

/** The partner of Tidydesk who can sign in. */
export const PARTNER = { email: emailOf('Maria Silva'), password: 'demo-password', name: 'Maria Silva' };

export const CAST: readonly Cast[] = [TIDYDESK, OAK_AND_LINEN, KISSA];

/** A partner's address, made from the name. */
export function emailOf(partner: string): string {
  return `${partner.toLowerCase().replaceAll(' ', '.')}@partners.test`;
}

/** The page origin from which a program's own website calls. */
export function castOrigin({ domain }: Pick<Cast, 'domain'>): string {
  return `https://${domain}`;
}
