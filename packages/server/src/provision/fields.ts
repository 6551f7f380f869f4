import type { ValueType } from '../operations/value-types.js';
import {
  accountIdType,
  booleanType,
  currencyType,
  destinationType,
  domainType,
  instantType,
  integerType,
  linkParametersType,
  nameType,
  payoutScheduleType,
  wordType,
} from '../operations/value-types.js';
import type { Checker, Fields } from './checker.js';

/** A field of the file that is a column of the same name. */
interface Field<Value> {
  /** Reads it from an object of the file; undefined where it is left out. */
  read(checker: Checker, parent: Fields, name: string): Value;
  /** What a new row gets where the file leaves the field out; undefined: the file never does. */
  readonly absent: NonNullable<Value> | null | undefined;
}

function required<Value>(type: ValueType<Value>): Field<Value> {
  return { read: (checker, parent, name) => checker.required(parent, name, type), absent: undefined };
}

function optional<Value>(type: ValueType<Value>, absent: NonNullable<Value>): Field<Value | undefined> {
  return { read: (checker, parent, name) => checker.optional(parent, name, type), absent };
}

function nullable<Value>(type: ValueType<Value>): Field<Value | null | undefined> {
  return { read: (checker, parent, name) => checker.nullable(parent, name, type), absent: null };
}

// biome-ignore lint/suspicious/noExplicitAny: fields of every type
type FieldList = Readonly<Record<string, Field<any>>>;

/** What the file says in a list of fields, by name; undefined where it leaves a field out. */
export type ValuesOf<List extends FieldList> = {
  readonly [Name in keyof List]: List[Name] extends Field<infer Value> ? Value : never;
};

// A new column that the file may set is one line in its list: it is then parsed, inserted, compared with what was last
// applied, updated, audited and logged like the others.

export const PROGRAM_FIELDS = {
  name: required(nameType),
  domain: required(domainType),
  currency: optional(currencyType, 'USD'),
  cookie_window_days: optional(integerType(1, 3650), 60),
  hold_days: optional(integerType(0, 3650), 30),
  lead_source: optional(wordType('any', 'server'), 'any'),
  attribution_precedence: optional(wordType('link', 'code'), 'link'),
  self_referral: optional(wordType('off', 'flag', 'hold'), 'hold'),
  fast_sale: optional(wordType('off', 'flag', 'hold'), 'flag'),
  click_burst: optional(wordType('off', 'flag', 'hold'), 'flag'),
  paid_search: optional(wordType('off', 'flag', 'hold'), 'flag'),
  code_leak: optional(wordType('off', 'flag', 'hold'), 'flag'),
  page_named: optional(wordType('off', 'flag', 'hold'), 'off'),
  payout_schedule: nullable(payoutScheduleType),
  payout_details_hold_hours: optional(integerType(0, 720), 72),
  link_style: optional(wordType('direct', 'redirect'), 'direct'),
  link_parameters: optional(linkParametersType, []),
  fallback_url: nullable(destinationType),
  lead_reward_cents: nullable(integerType(1, Number.MAX_SAFE_INTEGER)),
  click_retention_months: nullable(integerType(1, 1200)),
};

export const USER_FIELDS = {
  name: required(nameType),
};

export const MEMBER_FIELDS = {
  role: required(wordType('owner', 'admin', 'member', 'viewer', 'none')),
};

export const PARTNER_FIELDS = {
  name: required(nameType),
};

export const ENROLLMENT_FIELDS = {
  status: required(wordType('pending', 'approved', 'rejected', 'suspended')),
};

export const LINK_FIELDS = {
  destination_url: nullable(destinationType),
};

export const PROCESSOR_FIELDS = {
  status: required(wordType('not_connected', 'pending', 'connected', 'restricted', 'disconnected')),
  account_id: nullable(accountIdType),
  charges_enabled: optional(booleanType, false),
  payouts_enabled: optional(booleanType, false),
  details_submitted: optional(booleanType, false),
  connected_at: nullable(instantType),
};

/** Reads the fields of a list from an object of the file. */
export function readFields<List extends FieldList>(
  checker: Checker,
  parent: Fields,
  list: List,
): ValuesOf<List> {
  const values = Object.entries(list).map(([name, field]) => [name, field.read(checker, parent, name)]);
  return Object.fromEntries(values) as ValuesOf<List>;
}

/** A column as the file wants it: undefined where the file leaves it out, `absent` what a new row gets then. */
export interface Column {
  readonly wanted: unknown;
  readonly absent: unknown;
}

export type Columns = Readonly<Record<string, Column>>;

/** The columns of a list of fields, as an entry of the file wants them. */
export function columnsOf<List extends FieldList>(list: List, entry: ValuesOf<List>): Columns {
  const columns = Object.entries(list).map(([name, { absent }]) => [name, { wanted: entry[name], absent }]);
  return Object.fromEntries(columns);
}

/**
 * A column that stays null for as long as the object is in use. The file has no word for it: an object it names is in
 * use, until a person archives, deactivates or revokes it.
 */
export function stillInUse(column: 'archived_at' | 'deactivated_at' | 'expires_at'): Columns {
  return { [column]: { wanted: null, absent: null } };
}
