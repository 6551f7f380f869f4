import { decimalOf } from '@svc/contract';
import type { TObject, TSchema } from 'typebox';
import { jsonOf, shaped } from './shaped-json.js';

export type Cell = string | number | bigint | null;

/**
 * What the cells of a column hold. An amount is text with the decimal point of its currency, a day `YYYY-MM-DD`, a time ISO 8601 in UTC,
 * a boolean `true` or `false`.
 */
export type CellKind = 'text' | 'number' | 'amount' | 'percent' | 'day' | 'time' | 'boolean';

export interface Column {
  readonly title: string;
  readonly kind: CellKind;
}

/** The columns of rows with a schema, and the cells of each row: what every kind of table is written from. */
export interface Table {
  readonly columns: readonly Column[];
  /** The lines of a row: one, or one for each currency of its sums. */
  linesOf(item: unknown): Cell[][];
}

type Values = Readonly<Record<string, unknown>>;

interface ReadColumn extends Column {
  cell(row: Values, sums: Values): Cell;
}

/**
 * A column for each field. An amount beside a currency is written with its decimal point, under the name without `_cents`. Sums by
 * currency, `totals`, are columns of their own, and a row for each currency.
 */
export function tableOf(schema: TObject): Table {
  const columns = columnsOf(schema);
  return {
    columns,
    linesOf(item) {
      const row = shaped(item, schema) as Values;
      return sumsOf(row).map((sums) => columns.map(({ cell }) => cell(row, sums)));
    },
  };
}

function columnsOf({ properties }: TObject): ReadColumn[] {
  const names = Object.keys(properties);
  return names.flatMap((name) => {
    if (name !== 'totals') return [columnOf(name, properties)];
    const totals = (properties.totals as unknown as { items: TObject }).items.properties;
    return Object.keys(totals).map((sum) => {
      const { title, kind, cell } = columnOf(sum, totals);
      return {
        title: names.includes(title) ? `totals_${title}` : title,
        kind,
        cell: (_row: Values, ofCurrency: Values) => cell(ofCurrency, ofCurrency),
      };
    });
  });
}

function columnOf(name: string, properties: Readonly<Record<string, TSchema>>): ReadColumn {
  if (name === 'application_answers')
    return { title: name, kind: 'text', cell: (row) => textOfAnswers(row[name]) };
  // Hundredths of a percent are for programs; two digits and a point make it the percentage, as with the cents of a dollar.
  if (name === 'basis_points')
    return {
      title: 'percent',
      kind: 'percent',
      cell: ({ basis_points: share }) => (typeof share === 'number' ? decimalOf(share, 'USD') : null),
    };
  const currency = currencyOf(name, Object.keys(properties));
  if (currency === null)
    return { title: name, kind: kindOf(properties[name]), cell: (row) => cellOf(row[name]) };
  return {
    title: name.replace(/_cents$/, ''),
    kind: 'amount',
    cell(row) {
      const amount = row[name];
      const isAmount = typeof amount === 'number' || typeof amount === 'bigint';
      return isAmount ? decimalOf(amount, String(row[currency])) : null;
    },
  };
}

/** The field with the currency of an amount; null: the field is not an amount, or has no currency beside it. */
function currencyOf(name: string, names: readonly string[]): string | null {
  if (!name.endsWith('_cents')) return null;
  const own = `${name.split('_')[0]}_currency`;
  if (names.includes(own)) return own;
  return names.includes('currency') ? 'currency' : null;
}

/** The kind of a field, which may be null; fields that can be of several types are text. */
function kindOf(schema: TSchema | undefined): CellKind {
  const { anyOf, type, format } = (schema ?? {}) as { anyOf?: TSchema[]; type?: string; format?: string };
  if (anyOf !== undefined) {
    const [only, ...others] = anyOf.filter((one) => (one as { type?: string }).type !== 'null');
    return others.length > 0 ? 'text' : kindOf(only);
  }
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'string' && format === 'date') return 'day';
  return type === 'string' && format === 'date-time' ? 'time' : 'text';
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
