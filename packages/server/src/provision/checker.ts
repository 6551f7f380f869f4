import type { ValueType } from '../operations/value-types.js';

/**
 * Reads JSON strictly and keeps every problem with its place. Each reader gives a value of its type even where the
 * file has a wrong one, so that reading goes on and finds the other problems; the caller throws when there are any.
 */
export interface Checker {
  readonly problems: readonly string[];
  refuse(path: string, rule: string): void;
  /** The members of an object at `path`; keys outside `known` are refused. */
  fields(value: unknown, path: string, known: readonly string[]): Fields;
  /** The items of an array; one that is left out is empty. */
  list<Item>(parent: Fields, key: string, readItem: (value: unknown, path: string) => Item): Item[];
  /** One value, by a parser that gives undefined for what breaks the rule. */
  required<Value>(parent: Fields, key: string, type: ValueType<Value>): Value;
  /** undefined: left out. */
  optional<Value>(parent: Fields, key: string, type: ValueType<Value>): Value | undefined;
  /** undefined: left out; null: given as null. */
  nullable<Value>(parent: Fields, key: string, type: ValueType<Value>): Value | null | undefined;
  /** Refuses a value that was already given elsewhere in the file. Blank ones have a problem of their own. */
  once(seen: Map<string, string>, value: string, path: string): void;
}

/** An object of the file, with its place. */
export interface Fields {
  readonly path: string;
  /** null: not an object, which is already a problem of its own. */
  readonly values: ReadonlyMap<string, unknown> | null;
}

/** The place of a member of an object. */
export function placeOf(parent: Fields, key: string): string {
  return parent.path === '' ? key : `${parent.path}.${key}`;
}

/** A checker that has found nothing yet. */
export function createChecker(): Checker {
  const problems: string[] = [];
  const refuse = (path: string, rule: string) => {
    problems.push(`${path === '' ? 'the file' : path}: ${rule}`);
  };

  function fields(value: unknown, path: string, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(path, 'must be an object');
      return { path, values: null };
    }
    const values = new Map<string, unknown>(Object.entries(value));
    for (const key of values.keys()) {
      if (!known.includes(key)) {
        refuse(placeOf({ path, values }, key), `is not a known key; known here: ${known.join(', ')}`);
      }
    }
    return { path, values };
  }

  function list<Item>(parent: Fields, key: string, readItem: (value: unknown, path: string) => Item): Item[] {
    const value = parent.values?.get(key);
    if (value === undefined) return [];
    const path = placeOf(parent, key);
    if (Array.isArray(value)) return value.map((item, index) => readItem(item, `${path}[${index}]`));
    refuse(path, 'must be an array');
    return [];
  }

  function optional<Value>(parent: Fields, key: string, type: ValueType<Value>): Value | undefined {
    const given = parent.values?.get(key);
    if (given === undefined) return undefined;
    const value = type.parse(given);
    if (value !== undefined) return value;
    refuse(placeOf(parent, key), type.rule);
    return type.standIn;
  }

  return {
    problems,
    refuse,
    fields,
    list,
    optional,
    required(parent, key, type) {
      const value = optional(parent, key, type);
      if (value !== undefined) return value;
      if (parent.values !== null) refuse(placeOf(parent, key), 'is required');
      return type.standIn;
    },
    nullable(parent, key, type) {
      return parent.values?.get(key) === null ? null : optional(parent, key, type);
    },
    once(seen, value, path) {
      const first = seen.get(value);
      if (first !== undefined) refuse(path, `is already given at ${first}`);
      else if (value !== '') seen.set(value, path);
    },
  };
}
