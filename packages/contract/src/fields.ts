import Type, { type TObject, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.js';

/** What reading one field came to. */
export type Reading<Value> = { readonly value: Value } | { readonly error: ErrorCode };

/**
 * One field of a request body, declared once: `schema` describes it in /openapi.json, `read` checks it and answers
 * with the exact error of the specification. `read` is also given the whole body, for the few fields whose rule
 * depends on another; fields that come before it in the body have been read by then. `nowMs`: when the request arrived, in
 * epoch milliseconds.
 */
export interface Field<Value> {
  readonly schema: TSchema;
  readonly isRequired: boolean;
  read(given: unknown, body: RawBody, nowMs: number): Reading<Value>;
}

export type RawBody = Readonly<Record<string, unknown>>;

type ValuesOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never };

/** A request body: its schema, and how it is read. */
export interface Body<Values> {
  readonly schema: TObject;
  /** The values of all fields at `nowMs`, or the error of the first bad one in the order of declaration. */
  read(body: unknown, nowMs: number): Values | ErrorCode;
}

/** Declares a request body out of its fields, in the order in which they are checked. Other fields are ignored. */
export function defineBody<Fields extends Record<string, Field<unknown>>>(
  fields: Fields,
  description: string,
): Body<ValuesOf<Fields>> {
  const entries = Object.entries(fields);
  const properties: Record<string, TSchema> = {};
  for (const [name, field] of entries)
    properties[name] = field.isRequired ? field.schema : Type.Optional(field.schema);
  return {
    schema: Type.Object(properties, { description }),
    read(body, nowMs) {
      // JSON has no undefined: there was no body at all.
      if (body === undefined) return 'json_invalid';
      if (!isRecord(body)) return 'body_not_object';
      const values: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const reading = field.read(body[name], body, nowMs);
        if ('error' in reading) return reading.error;
        values[name] = reading.value;
      }
      return values as ValuesOf<Fields>;
    },
  };
}

/** Whether a JSON value is an object; an array is none. */
export function isRecord(value: unknown): value is RawBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field counts as given: `""` and `null` do not (contract section 2). */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const MAX_TEXT_LENGTH = 255;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Whether a text can be stored and found again as it is: at most `maxLength` characters, no control characters, no
 * half surrogate pairs. Two texts that differ only in such a half would become equal on their way to the database.
 */
export function isPlainText(text: string, maxLength = MAX_TEXT_LENGTH): boolean {
  if (text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength)) return false;
  return !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}

const NOT_GIVEN = { value: null };

interface TextErrors {
  readonly wrongType: ErrorCode;
  readonly invalid: ErrorCode;
}

/** A text of at most 255 characters that must be there. */
export function requiredText(
  errors: TextErrors & { readonly missing: ErrorCode },
  description: string,
): Field<string> {
  const missing = { error: errors.missing };
  const wrongType = { error: errors.wrongType };
  const invalid = { error: errors.invalid };
  return {
    schema: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description }),
    isRequired: true,
    read(given) {
      if (!isGiven(given)) return missing;
      if (typeof given !== 'string') return wrongType;
      return isPlainText(given) ? { value: given } : invalid;
    },
  };
}

/** A text of at most 255 characters, or nothing. */
export function optionalText(errors: TextErrors, description: string): Field<string | null> {
  const wrongType = { error: errors.wrongType };
  const invalid = { error: errors.invalid };
  return {
    schema: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_TEXT_LENGTH, description }),
    isRequired: false,
    read(given) {
      if (!isGiven(given)) return NOT_GIVEN;
      if (typeof given !== 'string') return wrongType;
      return isPlainText(given) ? { value: given } : invalid;
    },
  };
}

/** A text that is taken where it is usable, and otherwise counts as not given. */
export function lenientText(maxLength: number, description: string): Field<string | null> {
  return {
    schema: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }),
    isRequired: false,
    read: (given) =>
      typeof given === 'string' && given !== '' && isPlainText(given, maxLength)
        ? { value: given }
        : NOT_GIVEN,
  };
}

/** Whether a value is a whole number that survives being a JSON number: at most 2^53-1. */
export function isAmount(value: unknown, minimum: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= minimum;
}

/** An amount of at least 1 in the smallest unit of its currency, that must be there. */
export function requiredAmount(error: ErrorCode, description: string): Field<number> {
  const bad = { error };
  return {
    schema: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }),
    isRequired: true,
    read: (given) => (isAmount(given, 1) ? { value: given } : bad),
  };
}

/** An amount of at least `minimum` in the smallest unit of its currency, or nothing. */
export function optionalAmount(error: ErrorCode, minimum: number, description: string): Field<number | null> {
  const bad = { error };
  return {
    schema: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum,
      maximum: Number.MAX_SAFE_INTEGER,
      description,
    }),
    isRequired: false,
    read(given) {
      if (!isGiven(given)) return NOT_GIVEN;
      return isAmount(given, minimum) ? { value: given } : bad;
    },
  };
}

/** Adds a rule that holds for the field together with others of the body. */
export function withRule<Value>(
  field: Field<Value>,
  error: ErrorCode,
  holds: (value: Value, body: RawBody) => boolean,
): Field<Value> {
  const broken = { error };
  return {
    ...field,
    read(given, body, nowMs) {
      const reading = field.read(given, body, nowMs);
      return 'error' in reading || holds(reading.value, body) ? reading : broken;
    },
  };
}

/** What callers attach to an event: kept as JSON text, except that `test_mode` also has a meaning. */
export interface AdditionalData {
  readonly testMode: boolean;
  /** As `JSON.stringify` writes it. */
  readonly json: string | null;
}

const MAX_DATA_BYTES = 4096;
/** No character of a text takes more bytes in UTF-8 for each of its units. */
const MAX_BYTES_PER_UNIT = 3;

function isSmall(json: string): boolean {
  if (json.length * MAX_BYTES_PER_UNIT <= MAX_DATA_BYTES) return true;
  return json.length <= MAX_DATA_BYTES && Buffer.byteLength(json) <= MAX_DATA_BYTES;
}

const DATA_INVALID = { error: 'additional_data_invalid' } as const;
const NO_DATA = { value: { testMode: false, json: null } };

/** Whether the body asks for a test event: exactly `true`, nothing like it. */
export function isTestMode(body: RawBody): boolean {
  const data = body.additional_data;
  return isRecord(data) && Object.hasOwn(data, 'test_mode') && data.test_mode === true;
}

/** `additional_data`: at most 4 KiB, written as JSON in UTF-8; anything that is no object is ignored. Contract 2 section 7.2. */
export const additionalData: Field<AdditionalData> = {
  schema: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    properties: {
      test_mode: { type: 'boolean', description: 'true: a test event, which earns nobody a commission' },
    },
    description: 'Kept as it is; at most 4 KiB, written as JSON in UTF-8',
  }),
  isRequired: false,
  read(given, body) {
    if (!isRecord(given)) return NO_DATA;
    let json: string;
    try {
      json = JSON.stringify(given);
    } catch {
      // Thousands of levels deep, which is too large as well: JSON.parse takes them, JSON.stringify runs out of stack.
      return DATA_INVALID;
    }
    return isSmall(json) ? { value: { testMode: isTestMode(body), json } } : DATA_INVALID;
  },
};
