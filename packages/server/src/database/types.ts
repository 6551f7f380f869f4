import pg from 'pg';

const int8 = 20;
const int8Array = 1016;
const date = 1082;
const dateArray = 1182;
const textArray: number = 1009;

type Parser = (value: string) => unknown;

const ours = new Map<number, Parser>([
  [int8, toSafeInteger],
  [int8Array, (value) => mapArray(value, toSafeInteger)],
  [date, (value) => value],
  [dateArray, (value) => mapArray(value, (item) => item)],
]);

/**
 * How our pools read values: bigint as Number (an error when it is beyond 2^53-1, rather than a rounded amount), date
 * as 'YYYY-MM-DD', arrays of both alike. All else as pg does: numeric as string, timestamptz as Date. Given to each
 * pool instead of set globally, because libraries in the same process have their own idea of bigint.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : ours.get(oid);
    return parser ?? pg.types.getTypeParser(oid, format);
  },
};

function toSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(
      `The database holds the integer ${value}, which is beyond what a Number keeps exactly`,
    );
  }
  return number;
}

function mapArray(value: string, parse: Parser): unknown {
  const deep = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(deep);
    return typeof item === 'string' ? parse(item) : item;
  };
  return deep(pg.types.getTypeParser(textArray, 'text')(value));
}
