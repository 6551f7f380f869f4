import { MAX_AMOUNT_CENTS } from '@svc/core';

/** Any object of JSON. The layouts of many API versions arrive, so nothing is believed to be there before it is read. */
export type Json = Readonly<Record<string, unknown>>;

/** An event of the processor. Times are epoch milliseconds. */
export interface ProcessorEvent {
  readonly id: string;
  readonly type: string;
  /** The connected account it is about; null: the platform's own. */
  readonly account: string | null;
  readonly livemode: boolean;
  readonly createdMs: number;
  /** The object it tells of, as it was then; null in events that carry none. */
  readonly object: Json | null;
}

const MAX_NAME_LENGTH = 255;

/** The event in a body; null when it is none. */
export function parseEvent(body: string): ProcessorEvent | null {
  const event = parseObject(body);
  if (event === null) return null;
  const id = nameAt(event, 'id');
  const type = nameAt(event, 'type');
  if (id === null || type === null) return null;
  const created = event.created;
  return {
    id,
    type,
    account: nameAt(event, 'account'),
    livemode: event.livemode === true,
    createdMs: timeMs(created) ?? (typeof created === 'string' ? Date.parse(created) || 0 : 0),
    object: event.object === 'event' ? objectAt(objectAt(event, 'data') ?? {}, 'object') : null,
  };
}

function parseObject(body: string): Json | null {
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

/** The objects in a field that is a list, or a page of one (`{ data: […] }`). */
export function objectsAt(object: Json, field: string): readonly Json[] {
  const value = object[field];
  const list = Array.isArray(value) ? value : asObject(value)?.data;
  return Array.isArray(list) ? list.map(asObject).filter((one) => one !== null) : [];
}

/** A name in a field: not empty, not too long, without characters that no name has. */
export function nameAt(object: Json, field: string): string | null {
  const value = object[field];
  if (typeof value !== 'string' || value === '' || value.length > MAX_NAME_LENGTH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return /[\u0000-\u001f\u007f]/.test(value) ? null : value;
}

/** The id in a field, which holds the id itself or, when expanded, the object with that id. */
export function idAt(object: Json, field: string): string | null {
  const expanded = objectAt(object, field);
  return expanded === null ? nameAt(object, field) : nameAt(expanded, 'id');
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

/**
 * The sum of an amount over a list of objects, parts below zero included (a credit for what was not used); null where
 * there is no list. The sum may be below zero, too.
 */
export function sumAt(object: Json, list: string, field: string): number | null {
  if (!Array.isArray(object[list])) return null;
  return objectsAt(object, list).reduce((sum, one) => {
    const part = one[field];
    return typeof part === 'number' && Number.isSafeInteger(part) ? sum + part : sum;
  }, 0);
}

/** Unix seconds as milliseconds, or null. */
export function timeMs(value: unknown): number | null {
  const isTime = typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e11;
  return isTime ? value * 1000 : null;
}

/** The names that are there, each once. */
export function namesOf(...names: readonly (string | null)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== null))];
}
