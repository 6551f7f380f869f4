import { clausesText } from '@svc/contract/rule-text';
import { formatMoney } from '../../format/money.js';
import { formatBasisPoints } from '../../format/number.js';
import { formatSchedule } from '../../format/payout-schedule.js';
import { formatMoment } from '../../format/time.js';
import { texts } from '../../texts/audit-fields.js';
import { texts as keyTexts } from '../../texts/management-keys.js';

/** One field that is different: its name, and what it was and is, in words. null: there was, or is, none. */
export interface Difference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A thing as it was and as it is, and what its fields refer to. */
export interface Changed {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly related: readonly { readonly type: string; readonly id: number; readonly name: string }[];
}

/**
 * What is different between a thing as it was and as it is, field by field; of one that was made or removed, all it had.
 * Fields within fields are named by both: "commission: share". Numbers of rows that have no name and times of creation, which say nothing
 * to people, are left out where there is anything else; so is what an erasure found none of.
 */
export function differencesOf({ action, before, after, related }: Changed): Difference[] {
  const isErasure = action === 'customer.erase';
  const names = new Map(related.map(({ type, id, name }) => [`${type} ${id}`, name]));
  const was = flatten(before);
  const is = flatten(after);
  const known = {
    action,
    currencyOf: (path: string) => currencyOf(path, is) ?? currencyOf(path, was),
    names,
  };
  const changed = changedPaths(was, is);
  const telling = changed.filter((field) => {
    if (isNamedBeside(field, was, is)) return false;
    const isUpdate = was.has(field) && is.has(field);
    const value = is.get(field) ?? was.get(field);
    const isNamed = typeof value === 'number' && nameOf(field, value, names) !== undefined;
    if (isUpdate && isVersioning(field, is)) return false;
    return (isUpdate || isNamed || !isRowKeeping(field, value)) && !(isErasure && value === 0);
  });
  return (telling.length > 0 ? telling : changed)
    .map((field) => ({
      field: nameOfField(field),
      before: valueText(field, was.get(field), known),
      after: valueText(field, is.get(field), known),
    }))
    .filter((one) => one.before !== one.after);
}

/** Whether a change of a thing is one of this field alone; times that came with it do not count. */
export function changesOnly(field: string, before: unknown, after: unknown): boolean {
  const changed = changedPaths(flatten(before), flatten(after)).filter((path) => !path.endsWith('_at'));
  return changed.length === 1 && changed[0] === field;
}

function changedPaths(was: ReadonlyMap<string, unknown>, is: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)),
  );
}

/** Of what was made or removed: what means nothing to people, or says in English what a code beside it says, too. */
const ROW_KEEPING = new Set(['created_at', 'credit_change', 'user_id', 'no_commission_reason']);

const VERSIONING = new Set(['id', 'version', 'partner_id', 'created_at']);

/** Whether a field is another with each version of a rule, whatever the rule says. */
function isVersioning(field: string, is: ReadonlyMap<string, unknown>): boolean {
  return is.has('version') && VERSIONING.has(field);
}

/** Fields that mean nothing to people: ids, times of creation, and the number that only `verify` reads. */
function isRowKeeping(path: string, value: unknown): boolean {
  return ROW_KEEPING.has(path) || (/(^|_|\.)id$/.test(path) && typeof value === 'number');
}

/** Whether a field is the number of what another field has the name of: `group_id` beside `group`. */
function isNamedBeside(path: string, ...things: ReadonlyMap<string, unknown>[]): boolean {
  return path === 'group_id' && things.some((thing) => thing.has('group'));
}

/** The currency beside a field, or else that of the whole thing. */
function currencyOf(path: string, thing: ReadonlyMap<string, unknown>): string | undefined {
  const beside = thing.get(`${path.slice(0, path.lastIndexOf('.') + 1)}currency`) ?? thing.get('currency');
  return typeof beside === 'string' ? beside : undefined;
}

/** Fields that list ids, and of what. */
const LISTS: Readonly<Record<string, string>> = { paid: 'payout', payouts: 'payout', sales: 'sale' };

/** What a field refers to by an id, as it is called now; undefined: it has no name, is gone, or the field is no reference. */
function nameOf(path: string, id: number, names: ReadonlyMap<string, string>): string | undefined {
  const type = path.endsWith('_id') ? path.slice(0, -'_id'.length) : LISTS[path];
  return names.get(`${type} ${id}`);
}

type Clauses = Parameters<typeof clausesText>[0]['clauses'];

/** It is a text as a whole. */
const SCHEDULE = 'payout_schedule';

function flatten(thing: unknown, prefix = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (thing === null || thing === undefined) return fields;
  if (typeof thing !== 'object' || Array.isArray(thing)) return fields.set(prefix || 'value', thing);
  for (const [name, value] of Object.entries(thing)) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && path !== SCHEDULE) {
      for (const [inner, innerValue] of flatten(value, path)) fields.set(inner, innerValue);
    } else fields.set(path, value);
  }
  return fields;
}

/** What fields are called, by any part of their path. One without a name is called by its code. */
export const NAMES: Readonly<Record<string, string>> = texts.names;

function nameOfField(path: string): string {
  const words = path.split('.').map((name) => {
    const known = NAMES[name];
    if (known !== undefined) return known;
    return name.replace(/_(cents|at)$/, '').replaceAll('_', ' ');
  });
  const text = words.join(': ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Fields that hold the words of others. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  partner_status: 'status',
  commission_status: 'status',
  payout_method: 'method',
  self_referral: 'fraud_action',
  fast_sale: 'fraud_action',
  click_burst: 'fraud_action',
  paid_search: 'fraud_action',
  code_leak: 'fraud_action',
  page_named: 'fraud_action',
};

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...texts.words,
  permissions: keyTexts.labels,
};

/** The word for what a field holds, by action and path, by path, or by the last part of it; undefined: it is no code. */
export function wordOf(action: string, path: string, value: unknown): string | undefined {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const words = WORDS[`${action} ${path}`] ?? WORDS[path] ?? WORDS[SAME_WORDS[last] ?? last];
  return words !== undefined && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined;
}

interface Known {
  readonly action: string;
  readonly currencyOf: (path: string) => string | undefined;
  readonly names: ReadonlyMap<string, string>;
}

function valueText(path: string, value: unknown, known: Known): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (path === SCHEDULE) return formatSchedule(value as Parameters<typeof formatSchedule>[0]);
  if (path === 'minimum_payouts' && Array.isArray(value)) {
    return value.map((one) => formatMoney(one.amount_cents, one.currency)).join(', ') || null;
  }
  if (path.endsWith('clauses') && Array.isArray(value)) return clausesInWords(value, known.currencyOf(path));
  if (Array.isArray(value)) return value.map((one) => elementText(path, one, known)).join(', ') || null;
  const word = wordOf(known.action, path, value);
  if (word !== undefined) return word;
  if (typeof value === 'number') return numberText(path, value, known);
  if (typeof value === 'string' && /_(at|since|until)$/.test(path) && !Number.isNaN(Date.parse(value))) {
    return formatMoment(value);
  }
  return plainText(value);
}

function clausesInWords(clauses: Clauses, currency = ''): string {
  const money = (cents: number) => (currency === '' ? String(cents) : formatMoney(cents, currency));
  return clausesText({ clauses, otherwise: null }, { money, share: formatBasisPoints });
}

function numberText(path: string, value: number, { currencyOf, names }: Known): string {
  const name = nameOf(path, value, names);
  if (name !== undefined) return name;
  if (path.endsWith('basis_points')) return formatBasisPoints(value);
  const currency = currencyOf(path);
  return path.endsWith('_cents') && currency !== undefined ? formatMoney(value, currency) : String(value);
}

/** One of several: by its name, with its amount where it has one; of an application, a question with its answer. */
function elementText(path: string, one: unknown, known: Known): string {
  if (typeof one === 'number') return nameOf(path, one, known.names) ?? String(one);
  if (typeof one !== 'object' || one === null) return wordOf(known.action, path, one) ?? plainText(one);
  const row = one as Row;
  if (typeof row.question === 'string') return `${row.question} ${plainText(row.answer)}`;
  const name =
    known.names.get(`partner ${row.partner_id}`) ?? row.payee_name ?? row.name ?? row.label ?? row.product;
  if (typeof name !== 'string') return plainText(one);
  const { amount_cents: cents, currency = known.currencyOf(path) } = row;
  const isMoney = typeof cents === 'number' && typeof currency === 'string';
  return isMoney ? `${name} ${formatMoney(cents, currency)}` : name;
}

type Row = Readonly<Record<string, unknown>>;

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
