import type { ValueType } from './provision/checker.js';
import { RefusedError } from './refused-error.js';

/** A value as a rule of the provision file takes it, or a refusal that names the field. */
export function demand<Value>(type: ValueType<Value>, given: unknown, field: string): Value {
  const value = type.parse(given);
  if (value === undefined) throw new RefusedError('field_invalid', field);
  return value;
}
