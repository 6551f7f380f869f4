import { findReferral } from '@svc/core/referral';
import Type, { type Static } from 'typebox';
import type { ErrorCode } from './errors.js';
import { additionalData, defineBody, type Field, isGiven, isRecord, lenientText } from './fields.js';

const MAX_URL_LENGTH = 2048;
const AFF = ['aff'];

/** The address a visitor arrived at, and what it says about the link. */
export interface AffiliateUrl {
  /** As the URL standard writes it: ASCII, no control characters. */
  readonly href: string;
  /**
   * The first value of the parameter `aff`, else what the address says elsewhere about the link: not empty, in its own letter case; it
   * may hold any character.
   */
  readonly aff: string;
  /** The first value of `svc_click_id`, which redirect links add; null: there is none. Any text. */
  readonly redirectClickId: string | null;
}

/** Reads `affiliate_url`. Specification section 7, contract section 2. */
function parseAffiliateUrl(given: string): AffiliateUrl | ErrorCode {
  const url = given.length > MAX_URL_LENGTH ? null : parseUrl(given);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'affiliate_url_invalid';
  const aff = firstAff(url) || findReferral(url.href, AFF);
  if (aff === '') return 'aff_missing';
  return { href: url.href, aff, redirectClickId: redirectClickIdIn(url) };
}

/** Searching the text first costs nothing; clicks of direct links have none. */
function redirectClickIdIn({ search, searchParams }: URL): string | null {
  return search.includes('svc_click_id=') ? searchParams.get('svc_click_id') : null;
}

/** The first value of `aff`; null when there is none. */
function firstAff(url: URL): string | null {
  const { search } = url;
  // Mostly nothing is encoded and `aff` comes first: then it need not be taken apart, which costs as much as parsing
  // the whole address.
  const plain = /^\?aff=([^&%+]*)(?:&|$)/.exec(search);
  return plain?.[1] ?? url.searchParams.get('aff');
}

function parseUrl(given: string): URL | null {
  // Not URL.canParse first: good addresses are the rule here, and would be parsed twice.
  try {
    return new URL(given);
  } catch {
    return null;
  }
}

const affiliateUrl: Field<AffiliateUrl> = {
  schema: Type.String({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description: 'The address the visitor arrived at, http or https, with the query parameter `aff`',
    examples: ['https://shop.example/pricing?aff=jane'],
  }),
  isRequired: true,
  read(given) {
    if (!isGiven(given) || typeof given !== 'string') return { error: 'affiliate_url_missing' };
    const url = parseAffiliateUrl(given);
    return typeof url === 'string' ? { error: url } : { value: url };
  },
};

const OTHER_FIELDS = {
  additional_data: additionalData,
  referrer: lenientText(
    MAX_URL_LENGTH,
    'The page that the visitor came from; ignored when it is longer, or no plain text',
  ),
};
const DESCRIPTION = 'A visitor arrived through a referral link';

/** Body of a click. Specification section 4, contract section 2. */
export const clickBody = defineBody({ affiliate_url: affiliateUrl, ...OTHER_FIELDS }, DESCRIPTION);

const otherFields = defineBody(OTHER_FIELDS, DESCRIPTION);

/**
 * Reads the body of a click whose address has no `aff`, for programs that name other parameters: the first of them that the
 * address has is the short link. Contract 2 section 10.
 */
export function readClickBody(
  body: unknown,
  linkParameters: readonly string[],
  nowMs: number,
): ReturnType<typeof clickBody.read> {
  const url = isRecord(body) && typeof body.affiliate_url === 'string' ? parseUrl(body.affiliate_url) : null;
  if (url === null) return 'aff_missing';
  const exact = linkParameters.map((name) => url.searchParams.get(name)).find(Boolean);
  const aff = exact ?? findReferral(url.href, linkParameters);
  if (aff === '') return 'aff_missing';
  const others = otherFields.read(body, nowMs);
  if (typeof others === 'string') return others;
  return { affiliate_url: { href: url.href, aff, redirectClickId: redirectClickIdIn(url) }, ...others };
}

/** Answer to a click. */
export const ClickAnswer = Type.Object({
  success: Type.Literal(true),
  click_id: Type.String({ description: '`cust_<number>_<epoch-milliseconds>`' }),
  cookie_window_days: Type.Integer({ description: 'How many days the click can be given credit' }),
  bot: Type.Optional(
    Type.Literal(true, {
      description:
        'Only in the answer to a bot or a headless browser, whose clicks are recorded and counted in no total. ' +
        'From `localhost` and loopback origins, headless browsers count as people',
    }),
  ),
});
export type ClickAnswer = Static<typeof ClickAnswer>;
