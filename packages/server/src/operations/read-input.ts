import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { RefusedError } from './refused-error.js';
import { isStorable } from './storable.js';

interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  accepts(value: unknown): boolean;
}

const compiled = new WeakMap<TObject, readonly Property[]>();

/** Compiled once per schema: the schemas are constants of the contract. */
function propertiesOf(schema: TObject): readonly Property[] {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const required: readonly string[] = schema.required ?? [];
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => {
    const validator = Compile(property);
    return {
      name,
      isRequired: required.includes(name),
      accepts: (value: unknown) => validator.Check(value),
    };
  });
  compiled.set(schema, properties);
  return properties;
}

/**
 * The fields of a body or a query that its schema describes; all others are ignored. The first bad one, in the order
 * of the description, is named: `<field> is required` where it is missing, else `<field> is invalid`. Text that the
 * database could not keep is invalid in every field.
 */
export function readInput(
  schema: TObject,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, isRequired, accepts } of propertiesOf(schema)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (isRequired) throw new RefusedError('field_required', name);
    } else if (accepts(value) && isStorable(value)) {
      values[name] = value;
    } else {
      throw new RefusedError('field_invalid', name);
    }
  }
  return values;
}
