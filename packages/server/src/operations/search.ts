import { CURRENCIES, parseCurrency, parseMoney } from '@svc/contract/currencies';

/** How the rows of a list are searched. */
export interface Search {
  /**
   * Columns in which the text may stand anywhere. All of a list's rows are read for it, so they are those of lists that
   * people write by hand.
   */
  readonly anywhere?: readonly string[];
  /** A condition of its own, for lists that grow with what customers do. */
  readonly condition?: (text: SearchText) => string;
}

/** What is searched for, as conditions of a statement. Case does not matter. */
export interface SearchText {
  /** The text itself, without the spaces around it. */
  readonly text: string;
  /** The text stands somewhere in a column. */
  isIn(column: string): string;
  /** A column begins with the text. The expression is one of `sortText`; an index on it is used. */
  begins(expression: string): string;
  /** A column is this number; null, where the text names none: nothing is found. */
  isNumber(column: string, value: number | null): string;
  /**
   * A column in smallest units is the amount that the text is in the currency of another column, such as "14.70": a condition for
   * each number of smallest units that this can be. None: the text is no amount.
   */
  amounts(column: string, currency: string): readonly string[];
}

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

/** Whether a request searches: spaces alone do not. */
export function isSearched(search: string | null | undefined): search is string {
  return search !== null && search !== undefined && search.trim() !== '';
}

/** The condition that a search comes to. `parameter` adds a value to the statement. */
export function searchCondition(
  { anywhere = [], condition }: Search,
  search: string,
  parameter: (value: unknown) => string,
): string {
  const text = `lower(${parameter(search.trim())}::text)`;
  const words: SearchText = {
    text: search.trim(),
    isIn: (column) => `position(${text} in lower(${column})) > 0`,
    begins: (expression) => `${expression} >= ${text} and ${expression} < ${text} || '${LAST_CHARACTER}'`,
    isNumber: (column, value) => (value === null ? 'false' : `${column} = ${parameter(value)}::bigint`),
    amounts: (column, currency) =>
      [...amountsOf(search)].map(
        ([cents, currencies]) =>
          `(${column} = ${parameter(cents)}::bigint and ${currency} = any(${parameter(currencies)}::text[]))`,
      ),
  };
  const conditions = anywhere.map((column) => words.isIn(column));
  if (condition !== undefined) conditions.push(condition(words));
  return `(${conditions.join(' or ')})`;
}
