import { CURRENCIES, parseCurrency, parseMoney } from '@svc/contract/currencies';

/** How the rows of a list are searched. */
export interface Search {
  /**
   * Columns in which each word of the text may stand anywhere. All of a list's rows are read for it, so they are those of lists that
   * people write by hand.
   */
  readonly anywhere?: readonly string[];
  /** A condition of its own, for lists that grow with what customers do. */
  readonly condition?: (text: SearchText) => string;
  /**
   * Whether a row has a word, beside the columns of `anywhere`. With this, a text of several words also finds the rows that have each of
   * them, such as "Maria 14.70": in lists with a `condition` alone, among the rows that it finds for one of the words.
   */
  readonly hasWord?: (word: SearchText) => string;
}

/** What is searched for, as conditions of a statement. Case does not matter. */
export interface SearchText {
  /** The text itself, without the spaces around it. */
  readonly text: string;
  /** The text stands somewhere in a column. */
  isIn(column: string): string;
  /** A column is the text. */
  is(column: string): string;
  /** A column begins with the text. The expression is one of `sortText`; an index on it is used. */
  begins(expression: string): string;
  /** A column is this number; null, where the text names none: nothing is found. */
  isNumber(column: string, value: number | null): string;
  /** A column is one of these: codes that readers know by a name, in which the text stands. None: nothing is found. */
  isOneOf(column: string, codes: readonly string[]): string;
  /**
   * A column in smallest units is the amount that the text is in the currency of another column, such as "14.70": a condition for
   * each number of smallest units that this can be. None: the text is not an amount.
   */
  amounts(column: string, currency: string): readonly string[];
}

/** More words than this are not combined. */
const MOST_WORDS = 5;
/** How many of the newest rows of a list that grows are searched for text anywhere. Older ones are found by how they begin. */
export const NEWEST_SEARCHED = 5_000;
/** How many rows that begin with the text are taken, of each thing that a row is known by. */
export const MOST_FOUND = 500;

/** Text that begins with something comes before the same text with this behind it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The number that a text is, such as one of a row; null: it is none. */
export function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * The amounts that a text is, each with its currencies: that which the text names, or all. A symbol is shared by too many to name
 * one.
 */
function amountsOf(text: string): ReadonlyMap<number, readonly string[]> {
  const named = /[a-z]{3}/i.exec(text)?.[0] ?? '';
  const currency = parseCurrency(named);
  const digits = text.replace(named, '').replace(/\p{Sc}/u, '');
  const amounts = new Map<number, string[]>();
  for (const code of named === '' ? CURRENCIES : currency === null ? [] : [currency]) {
    const cents = parseMoney(digits, code);
    if (cents !== null) amounts.set(cents, [...(amounts.get(cents) ?? []), code]);
  }
  return amounts;
}

/** The codes in a field such as `q_actions`, which have commas between them. */
export function readCodes(given: string | undefined): readonly string[] {
  return given?.split(',').map((code) => code.trim()) ?? [];
}

/** Whether a request searches: spaces alone do not. */
export function isSearched(search: string | null | undefined): search is string {
  return search !== null && search !== undefined && search.trim() !== '';
}

/** The condition that a search comes to. `parameter` adds a value to the statement. */
export function searchCondition(
  { anywhere = [], condition, hasWord }: Search,
  search: string,
  parameter: (value: unknown) => string,
): string {
  const words = wordsOf(search).map((word) => searchText(word, parameter));
  const has = (word: SearchText) =>
    anyOf([
      ...anywhere.map((column) => word.isIn(column)),
      ...(hasWord === undefined ? [] : [hasWord(word)]),
    ]);
  const conditions = condition === undefined ? [] : [condition(searchText(search.trim(), parameter))];
  if (anywhere.length > 0) conditions.push(allOf(words.map(has)));
  else if (condition !== undefined && hasWord !== undefined && words.length > 1)
    conditions.push(allOf([anyOf(words.map(condition)), ...words.map(has)]));
  return anyOf(conditions);
}

/** The words of a text; the text itself where there are too many. */
function wordsOf(search: string): readonly string[] {
  const words = [...new Set(search.trim().split(/\s+/))];
  return words.length > MOST_WORDS ? [search.trim()] : words;
}

const joined = (word: 'and' | 'or') => (conditions: readonly string[]) =>
  `(${conditions.map((condition) => `(${condition})`).join(` ${word} `)})`;
const anyOf = joined('or');
const allOf = joined('and');

/** The text becomes a value of the statement where a condition needs it: PostgreSQL refuses values that nothing uses. */
function searchText(text: string, parameter: (value: unknown) => string): SearchText {
  let given: string | undefined;
  const folded = () => (given ??= `fold(${parameter(text)}::text)`);
  return {
    text,
    isIn: (column) => `position(${folded()} in fold(${column})) > 0`,
    is: (column) => `fold(${column}) = ${folded()}`,
    begins: (expression) =>
      `${expression} >= ${folded()} and ${expression} < ${folded()} || '${LAST_CHARACTER}'`,
    isNumber: (column, value) => (value === null ? 'false' : `${column} = ${parameter(value)}::bigint`),
    isOneOf: (column, codes) =>
      codes.length === 0 ? 'false' : `${column} = any(${parameter(codes)}::text[])`,
    amounts: (column, currency) =>
      [...amountsOf(text)].map(
        ([cents, currencies]) =>
          `(${column} = ${parameter(cents)}::bigint and ${currency} = any(${parameter(currencies)}::text[]))`,
      ),
  };
}
