import * as contract from '@svc/contract';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Schema = { [key: string]: Json };

const REF = '#/components/schemas/';
const ERROR_NAME = 'ErrorAnswer';

/** The description of the interface, as far as shapes are shared. */
interface Description {
  readonly paths?: unknown;
  readonly components?: { readonly schemas?: unknown };
}

/**
 * Puts the shapes that the contract exports into `components.schemas` of a description, under their names there, and refers to them
 * wherever they stood. Contract 2, section 17.
 */
export function shareSchemas<Given extends Description>(description: Given): Given {
  const names = namesOfContract();
  const schemas: Record<string, Json> = {};
  const share = (shape: Schema, original: string): Json => {
    const name = isError(shape) ? ERROR_NAME : names.get(original);
    if (name === undefined) return shape;
    const { description: about, ...rest } = shape;
    // Of an error it says which texts there are, and belongs to the response.
    schemas[name] ??= about === undefined || name === ERROR_NAME ? rest : { description: about, ...rest };
    return { $ref: REF + name };
  };
  const paths = replaceShapes(plain(description.paths ?? {}), share);
  return { ...description, paths, components: { ...description.components, schemas } };
}

/** Rewrites object schemas from the inside; `share` also gets what a shape was before its parts became references. */
function replaceShapes(value: Json, share: (shape: Schema, original: string) => Json): Json {
  if (Array.isArray(value)) return value.map((inner: Json) => replaceShapes(inner, share));
  if (typeof value !== 'object' || value === null) return value;
  const replaced = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceShapes(inner, share)]),
  );
  return isObjectSchema(value) ? share(replaced, keyOf(value)) : replaced;
}

/** The names of the contract's schemas, by what they say. A body is named after the value that reads it. */
function namesOfContract(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries<unknown>(contract)) {
    const { schema } = (value ?? {}) as { schema?: unknown };
    const shape = plain(schema ?? (typeof value === 'object' ? value : null));
    if (isObjectSchema(shape)) names.set(keyOf(shape), name.charAt(0).toUpperCase() + name.slice(1));
  }
  return names;
}

/** A value as JSON has it. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function isObjectSchema(value: Json): value is Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { type, properties } = value as Schema;
  return type === 'object' && typeof properties === 'object' && properties !== null;
}

function isError({ properties }: Schema): boolean {
  return keyOf(properties ?? null) === '{"error":{"type":"string"}}';
}

/** The same for equal schemas, whatever the order of their keys. A constant is described as the only value of an enumeration. */
function keyOf(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner as Schema).map(([key, one]) =>
      key === 'const' && typeof one !== 'object' ? ['enum', [one]] : [key, one],
    );
    return Object.fromEntries(entries.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
  });
}
