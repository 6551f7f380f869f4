import pg from 'pg';

const oid = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
  boolArray: 1000,
  int2Array: 1005,
  int4Array: 1007,
  textArray: 1009,
  int8Array: 1016,
  float4Array: 1021,
  float8Array: 1022,
  oidArray: 1028,
  date: 1082,
  timestamp: 1114,
  timestampArray: 1115,
  dateArray: 1182,
  timestamptz: 1184,
  timestamptzArray: 1185,
  interval: 1186,
  numericArray: 1231,
} as const;

type Parser = (value: string) => unknown;

/** The driver's own parsers whose answer to what they cannot read is null, NaN or false. */
const CHECKED = [
  oid.int2,
  oid.int4,
  oid.oid,
  oid.float4,
  oid.float8,
  oid.timestamp,
  oid.timestamptz,
  oid.int2Array,
  oid.int4Array,
  oid.float4Array,
  oid.float8Array,
  oid.oidArray,
  oid.timestampArray,
  oid.timestamptzArray,
  oid.numericArray,
];

const ours = new Map<number, Parser>([
  ...CHECKED.map((type): [number, Parser] => [type, checked(driverParser(type))]),
  [oid.bool, toBoolean],
  [oid.boolArray, (value) => mapArray(value, toBoolean)],
  [oid.int8, toSafeInteger],
  [oid.int8Array, (value) => mapArray(value, toSafeInteger)],
  [oid.date, toDay],
  [oid.dateArray, (value) => mapArray(value, toDay)],
  [oid.interval, refuse],
]);

/**
 * How our pools read values: bigint as Number (an error when it is beyond 2^53-1, rather than a rounded amount), date
 * as 'YYYY-MM-DD', arrays of both alike. All else as pg does: numeric as string, timestamptz as Date. What cannot be read is a
 * `RangeError`, never null or NaN. Given to each pool instead of set globally, because libraries in the same process have their own
 * idea of bigint.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : ours.get(type);
    return parser ?? pg.types.getTypeParser(type, format);
  },
};

/** The types of the driver leave out arrays. */
function driverParser(type: number): Parser {
  return pg.types.getTypeParser(type as typeof oid.bool, 'text') as Parser;
}

function toSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(
      `The database holds the integer ${value}, which is beyond what a Number keeps exactly`,
    );
  }
  return number;
}

function toBoolean(value: string): boolean {
  if (value === 't') return true;
  return value === 'f' ? false : refuse(value);
}

/** Times and days come in the form of ISO 8601 unless the session has another `datestyle`. */
function toDay(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? value : refuse(value);
}

function checked(parse: Parser): Parser {
  return (value) => {
    const result = parse(value);
    if (Array.isArray(result)) checkItems(result, value);
    else if (isUnread(result) && value !== 'NaN') refuse(value);
    return result;
  };
}

/** Null in an array is what the database has, unless there is none in its text. */
function checkItems(items: readonly unknown[], value: string): void {
  const unread = items.flat(Number.POSITIVE_INFINITY).filter(isUnread).length;
  if (unread > 0 && unread !== (value.match(/(?<=[{,])(?:NULL|NaN)(?=[,}])/g)?.length ?? 0)) refuse(value);
}

function isUnread(result: unknown): boolean {
  return result === null || Number.isNaN(result);
}

function refuse(value: string): never {
  throw new RangeError(
    `The database answered ${JSON.stringify(value.slice(0, 60))}, which is not in the expected form`,
  );
}

function mapArray(value: string, parse: Parser): unknown {
  const deep = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(deep);
    return typeof item === 'string' ? parse(item) : item;
  };
  return deep(driverParser(oid.textArray)(value));
}
