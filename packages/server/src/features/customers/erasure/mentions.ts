/** What stands where texts about a customer stood. */
export const ERASED = '[erased]';

/** Shorter keys are too likely to be part of other words and numbers to be looked for inside of texts. */
const MIN_KEY_LENGTH = 4;

/** What names a customer: each of them may stand in texts that people wrote. */
export interface Names {
  /** In any case, anywhere. */
  readonly addresses: readonly string[];
  /** Where it stands alone. */
  readonly keys: readonly string[];
  /** What replaces the key where it is the whole value. */
  readonly placeholder: string;
}

/** Texts that something has to contain, in lower case, to name the customer: for a first look by the database. */
export function soughtTexts({ addresses, keys }: Names): readonly string[] {
  return [...new Set([...addresses, ...keys].map((text) => text.toLowerCase()))];
}

/** A text without what names the customer; the same text when nothing does. */
export function withoutNames(text: string, names: Names): string {
  if (names.keys.includes(text)) return names.placeholder;
  const sought = [
    ...names.addresses.map((address) => new RegExp(escaped(address), 'giu')),
    ...names.keys
      .filter((key) => key.length >= MIN_KEY_LENGTH)
      .map((key) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(key)}(?![\\p{L}\\p{N}_])`, 'gu')),
  ];
  return sought.reduce((left, pattern) => left.replace(pattern, ERASED), text);
}

/** A value of JSON without what names the customer in any of its texts. */
export function withoutNamesIn(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return withoutNames(value, names);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNamesIn(one, names));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNamesIn(one, names)]));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
