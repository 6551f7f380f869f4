import { decimalOf, isRecord } from '@svc/contract';
import type { TObject, TSchema } from 'typebox';
import { toCsv } from './csv.js';

/** The formats in which a list can be downloaded, with what HTTP calls them. */
export const LIST_FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
export type ListFormat = keyof typeof LIST_FORMATS;

/** The lines of a page of a list. `isFirst`: the names of the columns come before them. */
export function linesOf(
  items: readonly unknown[],
  format: ListFormat,
  { output, isFirst }: { readonly output: TSchema; readonly isFirst: boolean },
): string {
  const schema = itemOf(output);
  if (format === 'ndjson') return items.map((item) => `${jsonOf(shaped(item, schema))}\n`).join('');
  const columns = columnsOf(schema);
  const names = columns.map(({ title }) => title);
  const rows = items.flatMap((item) => {
    const row = shaped(item, schema) as Values;
    return sumsOf(row).map((sums) => columns.map(({ cell }) => cell(row, sums)));
  });
  const csv = toCsv(names, rows);
  return isFirst ? csv : csv.slice(toCsv(names, []).length);
}

/** The JSON text of an answer, as far as its schema names what is in it. */
export function jsonText(value: unknown, schema: TSchema): string {
  return jsonOf(shaped(value, schema));
}

/** A value without what its schema does not name, as in the JSON of a page: rows may know more than their reader may see. */
function shaped(value: unknown, schema: TSchema): unknown {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => shaped(one, items));
  if (!isRecord(value)) return value;
  if (properties === undefined) {
    const [only, ...others] = (anyOf ?? []).filter((one) => 'properties' in one);
    return only === undefined || others.length > 0 ? value : shaped(value, only);
  }
  const named = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(named.map(([name, one]) => [name, shaped(value[name], one)]));
}

type Values = Readonly<Record<string, unknown>>;
type Cell = string | number | bigint | null;

interface Column {
  readonly title: string;
  cell(row: Values, sums: Values): Cell;
}

/** The schema of the rows of a page. */
function itemOf(output: TSchema): TObject {
  const { data } = (output as TObject).properties as { data: { items: TObject } };
  return data.items;
}

/**
 * A column for each field. An amount beside a currency is written with its decimal point, under the name without `_cents`. Sums by
 * currency, `totals`, are columns of their own, and a row for each currency.
 */
function columnsOf(item: TObject): Column[] {
  const names = Object.keys(item.properties);
  return names.flatMap((name) => {
    if (name !== 'totals') return [columnOf(name, names)];
    const totals = (item.properties.totals as unknown as { items: TObject }).items;
    const sums = Object.keys(totals.properties);
    return sums.map((sum) => {
      const { title, cell } = columnOf(sum, sums);
      return {
        title: names.includes(title) ? `totals_${title}` : title,
        cell: (_row: Values, ofCurrency: Values) => cell(ofCurrency, ofCurrency),
      };
    });
  });
}

function columnOf(name: string, names: readonly string[]): Column {
  if (name === 'application_answers') return { title: name, cell: (row) => textOfAnswers(row[name]) };
  // Hundredths of a percent are for programs; two digits and a point make it the percentage, as with the cents of a dollar.
  if (name === 'basis_points')
    return {
      title: 'percent',
      cell: ({ basis_points: share }) => (typeof share === 'number' ? decimalOf(share, 'USD') : null),
    };
  const currency = currencyOf(name, names);
  if (currency === null) return { title: name, cell: (row) => cellOf(row[name]) };
  return {
    title: name.replace(/_cents$/, ''),
    cell(row) {
      const amount = row[name];
      const isAmount = typeof amount === 'number' || typeof amount === 'bigint';
      return isAmount ? decimalOf(amount, String(row[currency])) : null;
    },
  };
}

/** The field with the currency of an amount; null: the field is no amount, or has no currency beside it. */
function currencyOf(name: string, names: readonly string[]): string | null {
  if (!name.endsWith('_cents')) return null;
  const own = `${name.split('_')[0]}_currency`;
  if (names.includes(own)) return own;
  return names.includes('currency') ? 'currency' : null;
}

/** The sums of a row, one for each of its lines. */
function sumsOf({ totals }: Values): readonly Values[] {
  return Array.isArray(totals) && totals.length > 0 ? totals : [{}];
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return String(value);
  return isWords(value) ? value.join(', ') : jsonOf(value);
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Answers of applicants are read by people, in a spreadsheet. */
function textOfAnswers(value: unknown): string {
  const answers = value as readonly { readonly question: string; readonly answer: string }[];
  return answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n');
}

/** As `JSON.stringify`, with the sums that JavaScript's numbers do not hold as JSON integers. */
function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonOf(field)}`).join(',')}}`;
}
