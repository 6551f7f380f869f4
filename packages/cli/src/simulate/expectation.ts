import { amountsOf, type Books } from './books.js';
import type { Names } from './names.js';
import type { Reader } from './reader.js';

/** What books must say. Of each entry, the fields that it has are compared. */
export interface Expectation {
  readonly path: string;
  /** Each names a partner, and a currency where the partner has several. Null: not compared. */
  readonly balances: readonly ExpectedEntry[] | null;
  /** All commissions, the oldest first. Null: not compared. */
  readonly commissions: readonly ExpectedEntry[] | null;
}

interface ExpectedEntry {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A difference between what a scenario expects and what the books say. */
export interface Mismatch {
  /** Its place in the file. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export const EXPECT_FIELDS = ['balances', 'commissions'];

const BALANCE_FIELDS = ['email', 'currency', ...amountsOf.balance];
const COMMISSION_FIELDS = [
  'email',
  'currency',
  ...amountsOf.commission,
  'transaction_id',
  'customer_key',
  'status',
  'hold_kind',
];

/** Reads an `expect`. */
export function readExpectation(fields: Reader, { partners }: Names): Expectation {
  const entries = (name: string, known: readonly string[], amounts: readonly string[]) =>
    fields.has(name)
      ? fields.list(name, known).map((entry) => {
          for (const amount of amounts) readAmount(entry, amount);
          const email = entry.text('email');
          if (email !== undefined && !partners.has(email.toLowerCase()))
            entry.refuse('email', 'is the email of no partner of the program');
          const fields = email === undefined ? entry.values : { ...entry.values, email: email.toLowerCase() };
          return { path: entry.path, fields };
        })
      : null;
  const balances = entries('balances', BALANCE_FIELDS, amountsOf.balance);
  for (const { path, fields: values } of balances ?? []) {
    if (values.email === undefined) fields.refuse(path.slice(fields.path.length + 1), 'needs an email');
  }
  return {
    path: fields.path,
    balances,
    commissions: entries('commissions', COMMISSION_FIELDS, amountsOf.commission),
  };
}

/** An amount may be below zero: what was reversed after it had been paid. */
function readAmount(entry: Reader, name: string): void {
  if (entry.has(name) && !Number.isSafeInteger(entry.values[name]))
    entry.refuse(name, 'must be a whole number of the smallest unit of the currency');
}

/** Compares books with what is expected of them. `checked`: how many values were compared. */
export function compareBooks(
  { path, balances, commissions }: Expectation,
  books: Books,
): { readonly checked: number; readonly mismatches: readonly Mismatch[] } {
  const mismatches: Mismatch[] = [];
  let checked = 0;
  const compare = (place: string, expected: unknown, actual: unknown) => {
    checked += 1;
    if (!Object.is(expected, actual)) mismatches.push({ path: place, expected, actual });
  };
  const compareFields = ({ path: place, fields }: ExpectedEntry, actual: object) => {
    for (const [name, expected] of Object.entries(fields))
      compare(`${place}.${name}`, expected, (actual as Record<string, unknown>)[name]);
  };
  for (const expected of balances ?? []) {
    const { email, currency } = expected.fields;
    const found = books.balances.filter(
      (balance) => balance.email === email && (currency === undefined || balance.currency === currency),
    );
    const [actual] = found;
    if (actual === undefined || found.length > 1)
      compare(
        expected.path,
        `one balance of ${[email, currency].filter(Boolean).join(' in ')}`,
        found.length,
      );
    else compareFields(expected, actual);
  }
  if (commissions !== null) {
    compare(`${path}.commissions.length`, commissions.length, books.commissions.length);
    for (const [index, expected] of commissions.entries()) {
      const actual = books.commissions[index];
      if (actual !== undefined) compareFields(expected, actual);
    }
  }
  return { checked, mismatches };
}
