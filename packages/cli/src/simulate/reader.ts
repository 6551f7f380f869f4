/** What is wrong with a scenario, each with its place: `steps[3].amount_cents: must be …`. */
export type Problems = string[];

type Values = Readonly<Record<string, unknown>>;

/** Reads an object of a scenario, and notes what is wrong with it. What could not be read is undefined. */
export interface Reader {
  /** Where the object is in the file, such as `steps[3]`. */
  readonly path: string;
  /** The fields as they are. */
  readonly values: Values;
  has(name: string): boolean;
  refuse(name: string, problem: string): void;
  /** Text of 1 to 255 characters. */
  text(name: string, need?: Need): string | undefined;
  /** A whole number of at least `least`. */
  count(name: string, least: number, need?: Need): number | undefined;
  word<Word extends string>(name: string, words: readonly Word[], need?: Need): Word | undefined;
  /** A time in ISO 8601, in epoch milliseconds. */
  time(name: string, need?: Need): number | undefined;
  /** Another object in this one, whose fields all have one of these names; null: they may have any. */
  object(name: string, known: readonly string[] | null, need?: Need): Reader | undefined;
  /** A list of objects. */
  list(name: string, known: readonly string[] | null, need?: Need): readonly Reader[];
}

type Need = 'required' | 'optional';

const LONGEST = 255;
const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A reader of a whole file. Null when it is no object at all. */
export function readObject(
  value: unknown,
  path: string,
  known: readonly string[] | null,
  problems: Problems,
): Reader | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${path || 'the file'}: must be an object`);
    return null;
  }
  const values = value as Values;
  const placeOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of known === null ? [] : Object.keys(values)) {
    if (!known?.includes(name))
      problems.push(`${placeOf(name)}: is not known here; known are ${known?.join(', ')}`);
  }
  const refuse = (name: string, problem: string) => void problems.push(`${placeOf(name)}: ${problem}`);

  const field: ReadField = (name, need, rule, parse) => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    if (given === undefined) {
      if (need === 'required') refuse(name, `is required, and ${rule}`);
      return undefined;
    }
    const parsed = parse(given);
    if (parsed === undefined) refuse(name, rule);
    return parsed;
  };

  return {
    path,
    values,
    has: (name) => Object.hasOwn(values, name) && values[name] !== undefined,
    refuse,
    ...readersOf(field),
    object: (name, ofFields, need = 'optional') =>
      field(name, need, 'must be an object', (given) =>
        typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined,
      ) === undefined
        ? undefined
        : (readObject(values[name], placeOf(name), ofFields, problems) ?? undefined),
    list(name, ofFields, need = 'optional') {
      const items = field(name, need, 'must be a list of objects', (given) =>
        Array.isArray(given) ? given : undefined,
      );
      return (items ?? []).flatMap(
        (item, index) => readObject(item, `${placeOf(name)}[${index}]`, ofFields, problems) ?? [],
      );
    },
  };
}

/** Gives the value that `parse` makes of a field, and refuses by the rule what it makes undefined of. */
type ReadField = <Parsed>(
  name: string,
  need: Need,
  rule: string,
  parse: (given: unknown) => Parsed | undefined,
) => Parsed | undefined;

function readersOf(field: ReadField): Pick<Reader, 'text' | 'count' | 'word' | 'time'> {
  return {
    text: (name, need = 'optional') =>
      field(name, need, `must be a text of 1 to ${LONGEST} characters`, (given) =>
        typeof given === 'string' && given !== '' && given.length <= LONGEST ? given : undefined,
      ),
    count: (name, least, need = 'optional') =>
      field(name, need, `must be a whole number, ${least} or more`, (given) =>
        Number.isSafeInteger(given) && (given as number) >= least ? (given as number) : undefined,
      ),
    word: (name, words, need = 'optional') =>
      field(name, need, `must be one of ${words.join(', ')}`, (given) =>
        words.find((word) => word === given),
      ),
    time: (name, need = 'optional') =>
      field(name, need, 'must be a time in ISO 8601, such as 2026-01-15T09:00:00Z', (given) => {
        const ms = typeof given === 'string' && ISO_8601.test(given) ? Date.parse(given) : Number.NaN;
        return Number.isNaN(ms) ? undefined : ms;
      }),
  };
}
