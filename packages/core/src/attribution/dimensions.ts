/** Parameters of an address that say where a visitor came from. */
export const PARAMETER_DIMENSIONS = [
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

/** By what clicks, and what they came to, are told apart, beside link and partner. Only credit by a code has a `code`: its id. */
export const DIMENSIONS = [...PARAMETER_DIMENSIONS, 'referrer_host', 'landing_path', 'code'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** The values of a click. What is not there, and the landing path `/`, is left out: it then costs nothing to count. */
export type Dimensions = { readonly [Name in Dimension]?: string };

/** The landing path of a click that names none. */
export const PLAIN_PATH = '/';

const MAX_LENGTH = 255;
/** Between parameters of an address that was changed on its way: a second `?`, `;` or `&amp;` before one of `PARAMETER_DIMENSIONS`. */
const CHANGED_SEPARATOR = /&(?:amp;)?|[?;](?=(?:sub[1-5]|utm_(?:source|medium|campaign|term|content))=)/;
const IS_PARAMETER: ReadonlySet<string> = new Set(PARAMETER_DIMENSIONS);

/**
 * What the address and the referrer of a click say about where the visitor came from, as the JSON of `Dimensions`; null when
 * that is nothing. Of a parameter given twice, the first counts; an empty one is not there. Contract 2 section 10.
 */
export function dimensionsOf(affiliateUrl: string, referrer: string | null): string | null {
  const found: { -readonly [Name in Dimension]?: string } = {};
  let isEmpty = true;
  const put = (name: Dimension, given: string) => {
    const value = shorten(given);
    if (value === '' || found[name] !== undefined) return;
    found[name] = value;
    isEmpty = false;
  };
  const [address = ''] = affiliateUrl.split('#', 1);
  const start = address.indexOf('?');
  if (start >= 0) readParameters(address.slice(start + 1), put);
  const host = referrer === null ? null : hostOf(referrer);
  if (host !== null) put('referrer_host', host);
  const path = pathOf(start < 0 ? address : address.slice(0, start));
  if (path !== PLAIN_PATH) put('landing_path', path);
  return isEmpty ? null : JSON.stringify(found);
}

function readParameters(query: string, put: (name: Dimension, value: string) => void): void {
  // Nearly all addresses have neither, and need not be taken apart.
  if (!query.includes('sub') && !query.includes('utm_')) return;
  for (const part of query.split(/[?;]/.test(query) ? CHANGED_SEPARATOR : '&')) {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    if (equals >= 0 && IS_PARAMETER.has(name)) put(name as Dimension, decode(part.slice(equals + 1)));
  }
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function pathOf(address: string): string {
  const scheme = address.indexOf('//');
  const start = scheme < 0 ? -1 : address.indexOf('/', scheme + 2);
  return start < 0 ? PLAIN_PATH : address.slice(start);
}

const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+|\[[^\]/?#]*\])/i;

function hostOf(address: string): string | null {
  return HOST.exec(address)?.[1]?.toLowerCase() ?? null;
}

/** At most 255 whole characters that the database takes: no NUL, no half of a surrogate pair. */
function shorten(text: string): string {
  const plain = text.replaceAll('\0', '').toWellFormed();
  if (plain.length <= MAX_LENGTH) return plain;
  return [...plain.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join('').toWellFormed();
}

/** The values of what a code is credited with. Where the code has a link, there is no page either, not even the plain one. */
export function dimensionsOfCode(codeId: number, linkId: number | null): string {
  const values: Dimensions = { code: String(codeId), ...(linkId !== null && { landing_path: '' }) };
  return JSON.stringify(values);
}

/** Reads back what `dimensionsOf` gave. */
export function parseDimensions(json: string | null): Dimensions {
  return json === null ? {} : (JSON.parse(json) as Dimensions);
}
