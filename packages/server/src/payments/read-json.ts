import { MAX_AMOUNT_CENTS } from '@svc/core';

/** Any object of JSON. The layouts of many API versions arrive, so nothing is believed to be there before it is read. */
export type Json = Readonly<Record<string, unknown>>;

const MAX_NAME_LENGTH = 255;

/** The object that a text is as JSON, or null. */
export function parseJsonObject(body: string): Json | null {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The value as an object, or null. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** The object in a field, or null. */
export function objectAt(object: Json, field: string): Json | null {
  return asObject(object[field]);
}

/** A name in a field: not empty, not too long, without characters that no name has. */
export function nameAt(object: Json, field: string): string | null {
  const value = object[field];
  if (typeof value !== 'string' || value === '' || value.length > MAX_NAME_LENGTH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return /[\u0000-\u001f\u007f]/.test(value) ? null : value;
}

/** An amount in the smallest unit of its currency, or null. */
export function centsAt(object: Json, field: string): number | null {
  const value = object[field];
  const isAmount =
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_AMOUNT_CENTS;
  return isAmount ? value : null;
}

/** The currency beside an amount, in upper case, or null. */
export function currencyOf(object: Json): string | null {
  const value = object.currency;
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : null;
}

/** The references that are there, each once. */
export function distinctReferences(...names: readonly (string | null)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== null))];
}
