import { isIP } from 'node:net';
import {
  MAX_MESSAGE_BODY,
  MAX_MESSAGE_SUBJECT,
  type PayoutSchedule,
  parseCurrency,
  parseIsoTime,
} from '@svc/contract';
import { isLinkName, readableName } from '@svc/core';
import { hostnameOf, isLoopbackName } from '../net/host-names.js';

/** A kind of value: how to read it, what to say when it cannot be read, and what stands in for it then. */
export interface ValueType<Value> {
  readonly rule: string;
  readonly parse: (given: unknown) => Value | undefined;
  readonly standIn: Value;
}

const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

function textType(rule: string, accepts: (text: string) => boolean): ValueType<string> {
  return {
    rule,
    standIn: '',
    parse: (given) => (typeof given === 'string' && accepts(given) ? given : undefined),
  };
}

/** A name for people: up to 200 characters on one line, without spaces around it. */
export const nameType = textType(
  'must be text of 1 to 200 characters without control characters and without spaces around it',
  (text) => text !== '' && text.length <= 200 && text.trim() === text && !UNPRINTABLE.test(text),
);

const UNPRINTABLE_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u;

/** What a message is about: one line, without spaces around it. */
export const subjectType = textType(
  `must be text of 1 to ${MAX_MESSAGE_SUBJECT} characters on one line, without control characters and without spaces around it`,
  (text) =>
    text !== '' &&
    text.length <= MAX_MESSAGE_SUBJECT &&
    text.trim() === text &&
    !UNPRINTABLE_IN_LINE.test(text),
);

/** Text of several paragraphs, given back with the line ends of Unix and without empty lines around it. */
export const paragraphsType: ValueType<string> = {
  rule: `must be text of 1 to ${MAX_MESSAGE_BODY} characters without control characters other than tabs and line ends`,
  standIn: '',
  parse(given) {
    if (typeof given !== 'string' || given.length > MAX_MESSAGE_BODY) return undefined;
    const text = given
      .replaceAll(/\r\n?/g, '\n')
      .trimEnd()
      .replace(/^\s*\n/, '');
    return text.trim() === '' || /[^\P{Cc}\n\t]|\p{Surrogate}/u.test(text) ? undefined : text;
  },
};

// The form that the sign-in library takes, so that nobody is provisioned who could not sign in.
const EMAIL = /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@(?=.{4,253}$)([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** An email address, in lower case: the natural key of users and partners. */
export const emailType: ValueType<string> = {
  rule: 'must be an email address',
  standIn: '',
  parse(given) {
    if (typeof given !== 'string' || given.length > 254) return undefined;
    const email = given.toLowerCase();
    return EMAIL.test(email) ? email : undefined;
  },
};

/** A password as the sign-in library takes it. */
export const passwordType = textType(
  'must be text of 8 to 128 characters',
  (text) => text.length >= 8 && text.length <= 128 && !/\p{Surrogate}/u.test(text),
);

/** A program's key as it stands after `Bearer `. */
export const apiTokenType = textType('must be 12 to 255 printable ASCII characters without spaces', (text) =>
  /^[\x21-\x7e]{12,255}$/.test(text),
);

/** The connected account's id at the card processor. */
export const accountIdType = textType('must be 1 to 255 printable ASCII characters without spaces', (text) =>
  /^[\x21-\x7e]{1,255}$/.test(text),
);

/**
 * What stands after `aff=` in a referral address, given back as it can be typed. Programs that find addresses in text cut them at
 * punctuation that ends a sentence, so no link ends with it.
 */
export const shortLinkType: ValueType<string> = {
  rule:
    'must be 1 to 255 characters without spaces, control characters and any of ? # & ; : % < > " ` | ], ' +
    'beginning and ending with a letter, a digit or a symbol such as an emoji',
  standIn: '',
  parse(given) {
    if (typeof given !== 'string' || /\s/.test(given) || UNPRINTABLE.test(given)) return undefined;
    const name = readableName(given);
    return name.length <= 255 && isLinkName(name) ? name : undefined;
  },
};

const DOMAIN =
  /^(?=.{1,253}(:|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i;

/** A host name, with a port where it needs one; in lower case, as browsers write it. */
export const domainType: ValueType<string> = {
  rule: 'must be a domain such as acme.example, without scheme and path',
  standIn: '',
  parse: (given) => (typeof given === 'string' && DOMAIN.test(given) ? given.toLowerCase() : undefined),
};

/** A host that serves links: a domain without port, in lower case; this machine and numeric addresses are none. */
export const linkHostType: ValueType<string> = {
  rule: 'must be a host such as go.acme.example, without scheme, port and path',
  standIn: '',
  parse(given) {
    const host = domainType.parse(given);
    if (host === undefined || host.includes(':')) return undefined;
    return hostnameOf(host) === host && !isIP(host) && !isLoopbackName(host) ? host : undefined;
  },
};

const PARAMETER = /^[A-Za-z0-9_.-]{1,64}$/;
/** Parameters with a meaning of their own. */
const RESERVED_PARAMETERS: ReadonlySet<string> = new Set(['aff', 'svc_click_id']);
const MAX_PARAMETERS = 10;

/** Query parameters that hold the short link where there is no `aff`, in the order in which they are tried. */
export const linkParametersType: ValueType<string[]> = {
  rule: `must be up to ${MAX_PARAMETERS} different names of 1 to 64 characters of A–Z a–z 0–9 - _ . other than aff and svc_click_id`,
  standIn: [],
  parse(given) {
    if (!Array.isArray(given) || given.length > MAX_PARAMETERS || new Set(given).size < given.length)
      return undefined;
    const isName = (name: unknown) =>
      typeof name === 'string' && PARAMETER.test(name) && !RESERVED_PARAMETERS.has(name);
    return given.every(isName) ? given : undefined;
  },
};

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** An origin exactly as browsers write it into the `Origin` header: nothing else would ever match one. */
export const originType = textType(
  'must be an origin exactly as browsers send it: scheme://host[:port], http or https, lower case, no path, no default port',
  (text) => isWebUrl(text) && new URL(text).origin === text,
);

/** Where a referral link leads. */
export const destinationType = textType(
  'must be an http or https address of at most 2048 characters',
  (text) => text.length <= 2048 && isWebUrl(text) && !UNPRINTABLE.test(text),
);

/** An ISO 4217 code in any case, given back in upper case. */
export const currencyType: ValueType<string> = {
  rule: 'must be an ISO 4217 code such as USD',
  standIn: 'USD',
  parse: (given) => (typeof given === 'string' ? (parseCurrency(given) ?? undefined) : undefined),
};

/** An instant; without a zone it is UTC. */
export const instantType: ValueType<Date> = {
  rule: 'must be a time such as 2026-01-05T10:00:00Z',
  standIn: new Date(0),
  parse(given) {
    const atMs = typeof given === 'string' ? parseIsoTime(given) : null;
    return atMs === null ? undefined : new Date(atMs);
  },
};

const TIME_ZONES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The name of a time zone, as the table of this machine has it: given in any case, or by another name of the same zone. */
export const timeZoneType: ValueType<string> = {
  rule: 'must be an IANA time zone such as Europe/Berlin, or UTC',
  standIn: 'UTC',
  parse(given) {
    // Also what is no name, such as an offset, may mean a zone to some runtimes; the table has the last word.
    if (typeof given !== 'string' || given === '') return undefined;
    try {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions();
      return TIME_ZONES.has(timeZone) ? timeZone : undefined;
    } catch {
      return undefined;
    }
  },
};

const MAX_DAYS: Readonly<Record<string, number>> = { week: 7, month: 28 };

/** On which days payout runs are prepared. */
export const payoutScheduleType: ValueType<PayoutSchedule> = {
  rule:
    'must be null, {"every":"week","day":n} with n from 1 (Monday) to 7, {"every":"half_month"}, ' +
    'or {"every":"month","day":n} with n from 1 to 28',
  standIn: { every: 'half_month' },
  parse(given) {
    if (typeof given !== 'object' || given === null) return undefined;
    const { every, day, ...others } = given as Readonly<Record<string, unknown>>;
    if (Object.keys(others).length > 0) return undefined;
    if (every === 'half_month') return day === undefined ? { every } : undefined;
    if (every !== 'week' && every !== 'month') return undefined;
    const known = integerType(1, MAX_DAYS[every] ?? 0).parse(day);
    return known === undefined ? undefined : { every, day: known };
  },
};

export const booleanType: ValueType<boolean> = {
  rule: 'must be true or false',
  standIn: false,
  parse: (given) => (typeof given === 'boolean' ? given : undefined),
};

/** A whole number between two bounds, both allowed. */
export function integerType(least: number, most: number): ValueType<number> {
  return {
    rule: `must be an integer from ${least} to ${most}`,
    standIn: least,
    parse: (given) =>
      typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most
        ? given
        : undefined,
  };
}

/** An amount in the smallest unit of a currency, or zero. */
export const amountType = integerType(0, Number.MAX_SAFE_INTEGER);

/** One of some words. */
export function wordType<const Word extends string>(...words: [Word, ...Word[]]): ValueType<Word> {
  return {
    rule: `must be one of ${words.join(', ')}`,
    standIn: words[0],
    parse: (given) => words.find((word) => word === given),
  };
}
