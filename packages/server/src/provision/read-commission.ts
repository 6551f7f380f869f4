import type { ClauseInput, ClausePayInput } from '@svc/contract';
import { hasMonths } from '../features/rules/terms-from-input.js';
import * as values from '../operations/value-types.js';
import { type Checker, type Fields, placeOf } from './checker.js';
import type { CommissionEntry } from './provision-file.js';

const TYPES = ['percent', 'flat', 'clauses'] as const;

/** The fields that each type of rule has of its own. */
const OWN_FIELDS = {
  percent: ['basis_points'],
  flat: ['amount_cents'],
  clauses: ['clauses', 'otherwise'],
} as const;

const ALL_FIELDS = ['type', ...Object.values(OWN_FIELDS).flat(), 'duration_months', 'max_total_cents'];

/** A commission rule of a file. Contract section 3, contract 2 section 13. */
export function readCommission(checker: Checker, value: unknown, path: string): CommissionEntry {
  const fields = checker.fields(value, path, ALL_FIELDS);
  const type = checker.required(fields, 'type', values.wordType(...TYPES));
  if (TYPES.some((known) => known === fields.values?.get('type'))) refuseOtherFields(checker, fields, type);
  else return { type: 'percent', basis_points: 0, duration_months: null };
  const limits = {
    duration_months: checker.nullable(fields, 'duration_months', values.integerType(0, 1200)) ?? null,
    ...given({ max_total_cents: checker.nullable(fields, 'max_total_cents', limitType) ?? undefined }),
  };
  switch (type) {
    case 'percent':
      return { type, basis_points: checker.required(fields, 'basis_points', shareType), ...limits };
    case 'flat':
      return { type, amount_cents: checker.required(fields, 'amount_cents', values.amountType), ...limits };
    case 'clauses':
      return { type, ...readClauses(checker, fields), ...limits };
  }
}

const shareType = values.integerType(0, 10_000);
const limitType = values.integerType(1, Number.MAX_SAFE_INTEGER);
const partAmountType = values.integerType(0, Math.floor(Number.MAX_SAFE_INTEGER / 101));

const namesType: values.ValueType<string[]> = {
  rule: 'must be a list of 1 to 100 texts of 1 to 255 characters',
  standIn: [],
  parse(list) {
    const isList = Array.isArray(list) && list.length >= 1 && list.length <= 100;
    return isList && list.every((name) => typeof name === 'string' && isName(name)) ? list : undefined;
  },
};

function isName(name: string): boolean {
  return name.length >= 1 && name.length <= 255 && !name.includes('\0') && name.isWellFormed();
}

function refuseOtherFields(checker: Checker, fields: Fields, type: (typeof TYPES)[number]): void {
  for (const other of TYPES) {
    if (other === type) continue;
    for (const field of OWN_FIELDS[other]) {
      if (!fields.values?.has(field)) continue;
      checker.refuse(
        placeOf(fields, field),
        `does not go with type ${type}, which has ${OWN_FIELDS[type][0]}`,
      );
    }
  }
}

function readClauses(checker: Checker, fields: Fields) {
  const clauses = checker.list(fields, 'clauses', (item, place) => readClause(checker, item, place));
  if (clauses.length === 0 || clauses.length > 20) {
    checker.refuse(placeOf(fields, 'clauses'), 'must be a list of 1 to 20 clauses');
  }
  const otherwise = fields.values?.get('otherwise') ?? null;
  return {
    clauses,
    otherwise: otherwise === null ? null : readPay(checker, otherwise, placeOf(fields, 'otherwise')),
  };
}

function readClause(checker: Checker, value: unknown, path: string): ClauseInput {
  const fields = checker.fields(value, path, ['when', 'pay']);
  const when = checker.fields(fields.values?.get('when'), placeOf(fields, 'when'), [
    'products',
    'sale',
    'codes',
    'from_month',
    'to_month',
    'min_amount_cents',
    'min_customers',
  ]);
  const clause: ClauseInput = {
    when: given({
      products: checker.optional(when, 'products', namesType),
      sale: checker.optional(when, 'sale', values.wordType('first', 'renewal')),
      codes: checker.optional(when, 'codes', namesType),
      from_month: checker.optional(when, 'from_month', values.integerType(0, 1200)),
      to_month: checker.optional(when, 'to_month', values.integerType(1, 1200)),
      min_amount_cents: checker.optional(when, 'min_amount_cents', values.amountType),
      min_customers: checker.optional(when, 'min_customers', values.integerType(0, 1_000_000)),
    }),
    pay: readPay(checker, fields.values?.get('pay'), placeOf(fields, 'pay')),
  };
  if (!hasMonths(clause)) checker.refuse(placeOf(when, 'to_month'), 'must be more than from_month');
  return clause;
}

function readPay(checker: Checker, value: unknown, path: string): ClausePayInput {
  const fields = checker.fields(value, path, ['type', 'basis_points', 'max_cents', 'amount_cents']);
  const type = checker.required(fields, 'type', values.wordType('percent', 'flat', 'none'));
  const own = { percent: ['basis_points', 'max_cents'], flat: ['amount_cents'], none: [] as string[] }[type];
  for (const field of ['basis_points', 'max_cents', 'amount_cents']) {
    if (fields.values?.has(field) && !own.includes(field)) {
      checker.refuse(placeOf(fields, field), `does not go with type ${type}`);
    }
  }
  if (type === 'none') return { type };
  if (type === 'flat')
    return { type, amount_cents: checker.required(fields, 'amount_cents', partAmountType) };
  return {
    type,
    basis_points: checker.required(fields, 'basis_points', shareType),
    ...given({ max_cents: checker.optional(fields, 'max_cents', values.amountType) }),
  };
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function given<Values extends object>(fields: Values): Given<Values> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Values>;
}
