import { ask } from './management.js';
import type { RunningService } from './service.js';

/** A JSON Schema, as far as requests use it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly description?: string;
}

/** A route with what it takes, as /openapi.json describes it. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  /** Undefined where the route is authorised by a key or an origin, or is better-auth's. */
  readonly permission: string | undefined;
  /** Whether it asks for nothing: no session, no key. */
  readonly isOpen: boolean;
  readonly query: Schema;
  readonly body: Schema;
}

const BY_PATTERN: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$': 'CODE',
  '^[0-9]{1,15}$': '1',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': '2026-01-02',
  '^[A-Z]{3}$': 'USD',
};

/** A value that fits a schema, with no more than it asks for. */
export function sampleOf(schema: Schema): unknown {
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined) {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]));
  }
  if (schema.items !== undefined) return [sampleOf(schema.items)];
  if (schema.type === 'string') return textFor(schema);
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? true : null;
}

function textFor({ pattern, description = '', minLength = 1 }: Schema): string {
  if (pattern !== undefined) return BY_PATTERN[pattern] ?? 'x';
  return /email address/i.test(description) ? 'somebody@people.test' : 'x'.repeat(minLength);
}

/** Every route that is described, with what it takes. */
export async function describedRoutes(service: RunningService): Promise<DescribedRoute[]> {
  const { body } = await ask(service, '/openapi.json');
  const paths = withoutReferences(body.paths, body.components.schemas) as Record<
    string,
    Record<string, Operation>
  >;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const given = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      return {
        method,
        path,
        permission: operation['x-permission'],
        isOpen: (operation.security ?? [{}]).some((one) => Object.keys(one).length === 0),
        query: {
          properties: Object.fromEntries(given.map(({ name, schema }) => [name, schema])),
          required: given.filter(({ required }) => required).map(({ name }) => name),
        },
        body: operation.requestBody?.content['application/json']?.schema ?? {},
      };
    }),
  );
}

/** The same description with every shared schema in its place. */
function withoutReferences(described: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(described)) return described.map((one) => withoutReferences(one, schemas));
  if (typeof described !== 'object' || described === null) return described;
  const { $ref: reference } = described as { readonly $ref?: string };
  if (reference !== undefined) return withoutReferences(schemas[reference.split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(
    Object.entries(described).map(([name, value]) => [name, withoutReferences(value, schemas)]),
  );
}

interface Operation {
  readonly 'x-permission'?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
