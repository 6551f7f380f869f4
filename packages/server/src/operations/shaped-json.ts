import { isRecord } from '@svc/contract';
import type { TSchema } from 'typebox';

/** The JSON text of an answer, as far as its schema names what is in it. */
export function jsonText(value: unknown, schema: TSchema): string {
  return jsonOf(shaped(value, schema));
}

/** A value without what its schema does not name, as in the JSON of a page: rows may know more than their reader may see. */
export function shaped(value: unknown, schema: TSchema): unknown {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => shaped(one, items));
  if (!isRecord(value)) return value;
  if (properties === undefined) {
    const [only, ...others] = (anyOf ?? []).filter((one) => 'properties' in one);
    return only === undefined || others.length > 0 ? value : shaped(value, only);
  }
  const named = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(named.map(([name, one]) => [name, shaped(value[name], one)]));
}

/** As `JSON.stringify`, with the sums that JavaScript's numbers do not hold as JSON integers. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonOf(field)}`).join(',')}}`;
}
