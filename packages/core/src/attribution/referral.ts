import { normalName, readableName } from '../names.js';
import { AFTER_NAME, BEFORE_NAME } from './referral-pattern.js';

// Reads which link an address means, however people and programs have changed it on its way.

/** Most addresses: nothing about them can be meant otherwise. */
const PLAIN = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/i;
const MAX_DECODINGS = 3;
/** Everything but letters, digits, their marks and symbols such as emojis: what mail programs and sentences leave around an address. */
const EDGES = /^[^\p{L}\p{N}\p{M}\p{So}\p{Emoji_Modifier}]+|[^\p{L}\p{N}\p{M}\p{So}\p{Emoji_Modifier}]+$/gu;
/** Where a name ends at the latest: at a delimiter, markup, an HTML entity, or the next parameter. */
const END = /[?#<>"`\]]|&(?=(?:amp|quot|apos|lt|gt|nbsp|hellip|#\w+)(?:;|$)|[\w.-]+=|$)|;(?=[\w.-]+=)/;
const NESTED = /(?:^|[?&#;/])aff=([^&#?;]+)/i;
/** Characters at which a reader of addresses would end a name, so that links cannot have them. */
const CUT = /[?#&;:<>"`|\]%\s]/;
const MAX_NAME_LENGTH = 255;
/** Longer ones are not taken apart. */
const MAX_PATH_LENGTH = 4_096;

/**
 * Keys of the links that a text can mean, the most literal first: at most three, of which one is usual. Whoever looks them up takes
 * the first that a link has. Empty if no link can be meant.
 */
export function linkKeysIn(text: string): readonly string[] {
  if (PLAIN.test(text)) return [text.toLowerCase()];
  const keys = [text.toLowerCase(), normalName(text), normalName(nameIn(text))];
  return [...new Set(keys)].filter((key) => key !== '' && key.length <= MAX_NAME_LENGTH);
}

/** Whether a link can have this name, as `readableName` gives it: programs that find addresses in text would not cut it. */
export function isLinkName(name: string): boolean {
  return (
    PLAIN.test(name) || (name !== '' && !CUT.test(name) && normalName(nameIn(name)) === normalName(name))
  );
}

/** The name in a text around which there may be quotes, punctuation, further parameters or another level of encoding. */
function nameIn(text: string): string {
  let name = readableName(text);
  for (let times = 0; times < MAX_DECODINGS && /%[0-9a-f]{2}/i.test(name); times++) {
    name = readableName(decode(name));
  }
  name = NESTED.exec(name)?.[1] ?? name;
  const [beginning = ''] = name.replace(EDGES, '').split(END, 1);
  return beginning.replace(EDGES, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The text of a parameter of an address that does not stand where the URL standard looks for it, decoded; empty if there is none. The first
 * of `names` counts that the address has. Where it names several links, the text is one that no link can have.
 */
export function findReferral(address: string, names: readonly string[]): string {
  for (const name of names) {
    // Programs choose the names of other parameters, with their letter case.
    const pattern = new RegExp(
      `${BEFORE_NAME}${name.replaceAll('.', '\\.')}=${AFTER_NAME}`,
      name === 'aff' ? 'gi' : 'g',
    );
    let text = address;
    for (let times = 0; times < MAX_DECODINGS; times++) {
      const found = [...text.matchAll(pattern)].map(([, value = '']) => decode(value.replaceAll('+', ' ')));
      const [first, ...others] = new Map(found.map((one) => [linkKeysIn(one).at(-1), one])).values();
      if (first !== undefined) return [first, ...others].join(' | ');
      text = decode(text);
    }
  }
  return '';
}

/** An address without what `findReferral` would find in it, for one to be set. */
export function withoutReferral(address: string): string {
  return address.replace(new RegExp(`${BEFORE_NAME}aff=${AFTER_NAME}|%3Faff%3D[^&#?;:%]+`, 'gi'), '');
}

/** What a path says after `/r/`, or on a host of links. */
export interface LinkPath {
  /** As `linkKeysIn` gives them. */
  readonly keys: readonly string[];
  /** Parameters that follow the name without a `?`, as a query; empty if there are none. */
  readonly query: string;
}

/** Reads a path, encoded as it was sent, without the part before the name. */
export function readLinkPath(path: string): LinkPath {
  const name = path.replace(/^\/+|\/+$/g, '');
  if (name.length > MAX_PATH_LENGTH) return { keys: [], query: '' };
  if (PLAIN.test(name)) return { keys: [name.toLowerCase()], query: '' };
  const [, query = ''] = /(?:&(?:amp;)?|;)([\w.-]+=.*)$/.exec(name) ?? [];
  return { keys: linkKeysIn(decode(name)), query: query.replaceAll('&amp;', '&') };
}
