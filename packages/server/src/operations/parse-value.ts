import { RefusedError } from './refused-error.js';
import type { ValueType } from './value-types.js';

/** A value that its type accepts, or a refusal that names the field. */
export function parseValue<Value>(type: ValueType<Value>, given: unknown, field: string): Value {
  const value = type.parse(given);
  if (value === undefined) throw new RefusedError('field_invalid', field);
  return value;
}
