/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The one JSON text of a value (RFC 8785): no white space, members sorted by the UTF-16 code units of their names, numbers and strings
 * as ECMAScript writes them. Two programs that hash the same value hash the same bytes (UTF-8). Contract 2, sections 15 and 16.
 *
 * Throws a `TypeError` for what JSON cannot hold: `undefined`, numbers that are not finite, bigints, dates and other instances, and
 * strings with half a surrogate pair.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${Array.from<Json, string>(value, canonicalJson).join(',')}]`;
  if (!isPlainObject(value)) throw new TypeError(`canonical JSON cannot hold ${describe(value)}`);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${stringText(name)}:${canonicalJson(value[name] as Json)}`);
  return `{${members.join(',')}}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON cannot hold ${value}`);
  return JSON.stringify(value);
}

function stringText(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError('canonical JSON cannot hold half a surrogate pair');
  return JSON.stringify(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function isPlainObject(value: unknown): value is { readonly [name: string]: Json } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
}
