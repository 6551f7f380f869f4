import * as values from '../operations/value-types.js';
import { type Checker, createChecker, type Fields, placeOf } from './checker.js';
import { refuseContradictions } from './contradictions.js';
import {
  ENROLLMENT_FIELDS,
  LINK_FIELDS,
  MEMBER_FIELDS,
  PARTNER_FIELDS,
  PROCESSOR_FIELDS,
  PROGRAM_FIELDS,
  readFields,
  USER_FIELDS,
} from './fields.js';
import { ProvisionError } from './provision-error.js';
import type {
  CommissionEntry,
  LinkEntry,
  MemberEntry,
  MinimumPayoutEntry,
  PartnerEntry,
  ProcessorEntry,
  ProgramEntry,
  ProvisionFile,
  WorkspaceEntry,
} from './provision-file.js';
import { readCommission } from './read-commission.js';

function readLink(checker: Checker, value: unknown, path: string): LinkEntry {
  const fields = checker.fields(value, path, ['short_link', ...Object.keys(LINK_FIELDS)]);
  return {
    path,
    shortLink: checker.required(fields, 'short_link', values.shortLinkType),
    ...readFields(checker, fields, LINK_FIELDS),
  };
}

function readPartner(checker: Checker, value: unknown, path: string): PartnerEntry {
  const known = [...Object.keys(PARTNER_FIELDS), ...Object.keys(ENROLLMENT_FIELDS)];
  const fields = checker.fields(value, path, ['email', ...known, 'commission', 'links']);
  const commission = fields.values?.get('commission');
  return {
    path,
    email: checker.required(fields, 'email', values.emailType),
    ...readFields(checker, fields, PARTNER_FIELDS),
    ...readFields(checker, fields, ENROLLMENT_FIELDS),
    commission:
      commission === undefined
        ? undefined
        : readCommission(checker, commission, placeOf(fields, 'commission')),
    links: checker.list(fields, 'links', (item, place) => readLink(checker, item, place)),
  };
}

const PROGRAM_KEYS = [
  ...Object.keys(PROGRAM_FIELDS),
  'minimum_payout_cents',
  'minimum_payouts',
  'api_token',
  'allowed_origins',
  'link_domains',
  'commission',
  'partners',
];

function readOrigins(checker: Checker, program: Fields): string[] | undefined {
  if (program.values?.get('allowed_origins') === undefined) return undefined;
  const seen = new Map<string, string>();
  return checker.list(program, 'allowed_origins', (item, place) => {
    const origin = values.originType.parse(item);
    if (origin === undefined) checker.refuse(place, values.originType.rule);
    else checker.once(seen, origin, place);
    return origin ?? '';
  });
}

function readLinkDomains(checker: Checker, program: Fields): string[] | undefined {
  if (program.values?.get('link_domains') === undefined) return undefined;
  return checker.list(program, 'link_domains', (item, place) => {
    const host = values.linkHostType.parse(item);
    if (host === undefined) checker.refuse(place, values.linkHostType.rule);
    return host ?? '';
  });
}

function readMinimumPayouts(checker: Checker, program: Fields): MinimumPayoutEntry[] | undefined {
  if (program.values?.get('minimum_payouts') === undefined) return undefined;
  const seen = new Map<string, string>();
  return checker.list(program, 'minimum_payouts', (item, path) => {
    const fields = checker.fields(item, path, ['currency', 'amount_cents']);
    const currency = checker.required(fields, 'currency', values.currencyType);
    // A currency that cannot be read has a problem of its own, and what stands in for it is given nowhere.
    const isRead = values.currencyType.parse(fields.values?.get('currency')) !== undefined;
    if (isRead) checker.once(seen, currency, placeOf(fields, 'currency'));
    return { path, currency, amountCents: checker.required(fields, 'amount_cents', values.amountType) };
  });
}

function readProgramCommission(checker: Checker, program: Fields): CommissionEntry {
  const given = program.values?.get('commission');
  const path = placeOf(program, 'commission');
  if (given !== undefined) return readCommission(checker, given, path);
  if (program.values !== null) checker.refuse(path, 'is required');
  return { type: 'percent', basis_points: 0, duration_months: null };
}

function readProgram(checker: Checker, value: unknown, path: string): ProgramEntry {
  const fields = checker.fields(value, path, PROGRAM_KEYS);
  return {
    path,
    ...readFields(checker, fields, PROGRAM_FIELDS),
    minimumPayoutCents: checker.optional(fields, 'minimum_payout_cents', values.amountType),
    minimumPayouts: readMinimumPayouts(checker, fields),
    apiToken: checker.optional(fields, 'api_token', values.apiTokenType),
    allowedOrigins: readOrigins(checker, fields),
    linkDomains: readLinkDomains(checker, fields),
    commission: readProgramCommission(checker, fields),
    partners: checker.list(fields, 'partners', (item, place) => readPartner(checker, item, place)),
  };
}

const MEMBER_KEYS = ['email', 'password', ...Object.keys(USER_FIELDS), ...Object.keys(MEMBER_FIELDS)];

function readMember(checker: Checker, value: unknown, path: string): MemberEntry {
  const fields = checker.fields(value, path, MEMBER_KEYS);
  return {
    path,
    email: checker.required(fields, 'email', values.emailType),
    password: checker.required(fields, 'password', values.passwordType),
    ...readFields(checker, fields, USER_FIELDS),
    ...readFields(checker, fields, MEMBER_FIELDS),
  };
}

function readProcessor(checker: Checker, value: unknown, path: string): ProcessorEntry {
  const fields = checker.fields(value, path, Object.keys(PROCESSOR_FIELDS));
  const entry = readFields(checker, fields, PROCESSOR_FIELDS);
  const { status, account_id: accountId = null } = entry;
  if ((status === 'connected' || status === 'restricted') && accountId === null) {
    checker.refuse(placeOf(fields, 'account_id'), `is required with status ${status}`);
  }
  return { path, ...entry };
}

function readWorkspace(checker: Checker, value: unknown, path: string): WorkspaceEntry {
  const fields = checker.fields(value, path, ['name', 'members', 'processor', 'programs', 'links']);
  const processor = fields.values?.get('processor');
  return {
    path,
    name: checker.required(fields, 'name', values.nameType),
    members: checker.list(fields, 'members', (item, place) => readMember(checker, item, place)),
    processor:
      processor === undefined ? undefined : readProcessor(checker, processor, placeOf(fields, 'processor')),
    programs: checker.list(fields, 'programs', (item, place) => readProgram(checker, item, place)),
    links: checker.list(fields, 'links', (item, place) => readLink(checker, item, place)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text around the fault, which may be a password.
    const fault = (error as Error).message.replace(/, (\.\.\.)?".*$/s, '');
    throw new ProvisionError([`the file: is not valid JSON (${fault})`]);
  }
}

/**
 * Reads a provision file strictly: unknown keys, bad values and values given twice are refused, each with its place.
 * Throws one `ProvisionError` with all problems. Contract section 1.
 */
export function parseProvisionFile(text: string): ProvisionFile {
  // Some editors write a byte order mark, which JSON does not allow.
  const checker = createChecker();
  const root = checker.fields(parseJson(text.replace(/^\uFEFF/, '')), '', ['workspaces']);
  if (root.values?.get('workspaces') === undefined && root.values !== null) {
    checker.refuse('workspaces', 'is required');
  }
  const file: ProvisionFile = {
    workspaces: checker.list(root, 'workspaces', (item, place) => readWorkspace(checker, item, place)),
  };
  refuseContradictions(checker, file);
  if (checker.problems.length > 0) throw new ProvisionError(checker.problems);
  return file;
}
