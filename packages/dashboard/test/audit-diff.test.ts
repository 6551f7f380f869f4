import * as contract from '@svc/contract';
import { expect, test } from 'vitest';
import { readTexts } from '../scripts/text-files.js';
import { codesCalled } from '../src/format/called.js';
import { formatMoney } from '../src/format/money.js';
import { codesOfActions, nameOfChange } from '../src/pages/audit/audit-actions.js';
import { differencesOf, NAMES, wordOf } from '../src/pages/audit/audit-diff.js';

const changed = (before: unknown, after: unknown, more: Partial<Parameters<typeof differencesOf>[0]> = {}) =>
  differencesOf({ action: 'some.change', before, after, related: [], ...more });

test('a change of minimum payouts is shown in the currency of each', () => {
  const before = { currency: 'EUR', minimum_payout_cents: 500, minimum_payouts: [] };
  const after = {
    currency: 'EUR',
    minimum_payout_cents: 700,
    minimum_payouts: [
      { currency: 'HUF', amount_cents: 1_000_000 },
      { currency: 'JPY', amount_cents: 1600 },
    ],
  };
  const differences = changed(before, after).map((one) => [one.field, one.before, one.after]);
  expect(differences.map(([field]) => field)).toEqual([
    'Minimum payout',
    'Minimum payouts in other currencies',
  ]);
  expect(differences[1]).toEqual([
    'Minimum payouts in other currencies',
    null,
    `${formatMoney(1_000_000, 'HUF')}, ${formatMoney(1600, 'JPY')}`,
  ]);
});

test('numbers of rows and times of creation are left out where an entry says anything else', () => {
  const made = { id: 7, partner_id: 3, created_at: '2026-11-01T00:00:00Z', short_link: 'maria' };
  expect(changed(null, made).map(({ field }) => field)).toEqual(['Short link']);
  expect(changed(null, { id: 7 })).toHaveLength(1);
  const moved = changed({ partner_id: 3 }, { partner_id: 4, reason: 'Her order' });
  expect(moved.map(({ field }) => field)).toEqual(['Partner', 'Reason']);
});

test('what a field refers to is named, also where something was made', () => {
  const related = [
    { type: 'partner', id: 3, name: 'Maria' },
    { type: 'partner', id: 4, name: 'Tom' },
  ];
  expect(changed({ partner_id: 3 }, { partner_id: 4 }, { related })).toEqual([
    { field: 'Partner', before: 'Maria', after: 'Tom' },
  ]);
  expect(changed(null, { id: 3, partner_id: 4, short_link: 'tom' }, { related })).toEqual([
    { field: 'Partner', before: null, after: 'Tom' },
    { field: 'Short link', before: null, after: 'tom' },
  ]);
});

test('what a field lists is named, with its amount, and codes are words', () => {
  const related = [
    { type: 'partner', id: 3, name: 'Maria' },
    { type: 'payout', id: 30, name: 'Maria' },
    { type: 'sale', id: 9, name: 'order-9' },
  ];
  const run = {
    payouts: [
      { id: 30, partner_id: 3, currency: 'EUR', amount_cents: 1600, payee_name: '…aria', method: null },
      { id: 31, partner_id: 4, currency: 'EUR', amount_cents: 700, payee_name: '…om', method: null },
    ],
    skipped: [],
  };
  const textOf = (after: unknown) => changed(null, after, { related }).map((one) => one.after);
  expect(textOf(run)).toEqual([`Maria ${formatMoney(1600, 'EUR')}, …om ${formatMoney(700, 'EUR')}`]);
  expect(textOf({ paid: [30, 31], reference: 'Nov 27' })).toEqual(['Maria, 31', 'Nov 27']);
  expect(textOf({ partner_id: 3, from: 'first_sale', sales: [9], credit_change: 1 })).toEqual([
    'Maria',
    'All sales, from the first',
    'order-9',
  ]);
});

test('an erasure names only what it found', () => {
  const found = { clicks: 2, texts: 0, processor_events: 0 };
  expect(changed(null, found, { action: 'customer.erase' }).map(({ field }) => field)).toEqual(['Clicks']);
});

test('a partner whose status alone is another is called what was decided', () => {
  const before = { id: 3, name: 'Maria', status: 'pending', joined_at: '2026-11-01T00:00:00Z' };
  const approved = { ...before, status: 'approved', joined_at: '2026-11-02T00:00:00Z' };
  const change = { action: 'partner.update', before };
  expect(nameOfChange({ ...change, after: approved })).toBe('Partner approved');
  expect(nameOfChange({ ...change, after: { ...approved, name: 'Ana' } })).toBe('Partner changed');
});

test('actions and fields are found by the names that people see', () => {
  expect(codesOfActions('Program settings')).toEqual({ actions: ['program.update'], fields: [] });
  expect(codesOfActions(' REVOKED').actions).toContain('key.revoke');
  expect(codesOfActions('Partner suspended')).toEqual({ actions: [], fields: ['status'] });
  expect(codesOfActions('custom rate set').actions).toEqual(['partner.rule.change']);
  expect(codesOfActions('no such thing')).toEqual({ actions: [], fields: [] });
  expect(codesCalled('refund period', NAMES)).toEqual(['hold_days']);
});

/** What entries hold: mostly what the API answers with. */
const HELD = {
  adjustment: contract.AdjustmentItem,
  asset: contract.AssetItem,
  branding: contract.Branding,
  claim: contract.ClaimItem,
  code: contract.CodeItem,
  company: contract.WorkspaceCompany,
  delivery: contract.DeliveryItem,
  erasure: contract.CustomerErased,
  group: contract.GroupItem,
  hold: { properties: pick(contract.CommissionItem.properties, 'status', 'hold_kind', 'hold_reason') },
  import: contract.ImportItem,
  invitation: contract.InvitationItem,
  key: contract.ApiKeyItem,
  link: contract.LinkItem,
  'management key': contract.ManagementKeyItem,
  member: contract.MemberItem,
  partner: contract.PartnerItem,
  'payment connection': {
    properties: {
      ...pick(
        contract.PaymentConnection.properties,
        'provider',
        'kind',
        'mode',
        'account_id',
        'hint',
        'label',
        'program_id',
        'credit_renewals',
      ),
      ...pick(contract.PaymentConnection.properties.webhook.properties, 'managed'),
    },
  },
  payout: contract.PayoutItem,
  'payment file': { properties: pick(contract.PayoutFileItem.properties, 'format', 'sha256', 'skipped') },
  processor: {
    properties: pick(
      contract.ProcessorConnectionAnswer.properties,
      'status',
      'account_id',
      'charges_enabled',
      'payouts_enabled',
      'details_submitted',
      'connected_at',
    ),
  },
  'processor event': contract.ProcessorEventItem,
  program: contract.ProgramItem,
  questions: contract.ApplicationQuestions,
  rule: contract.RuleItem,
  sale: contract.SaleItem,
  webhook: contract.WebhookItem,
  workspace: contract.WorkspaceAnswer,
};

/** Of these, what entries leave out or do not show, and what is shown as one text. */
const NOT_SHOWN = [
  ...['accent', 'imported_by', 'referral_url', 'reversed_by_id', 'user_id', 'no_commission_reason'],
  ...['payout_schedule.every', 'payout_schedule.day'],
];

/** What entries hold that is no field of these. */
const MORE = [
  ...[
    'account_name',
    'answers',
    'changed_at',
    'country',
    'delivery_id',
    'file_id',
    'from',
    'livemode',
    'message',
  ],
  ...[
    'movement_id',
    'paid',
    'payout_method',
    'payouts',
    'reason',
    'recipient_count',
    'sales',
    'sample',
    'subject',
  ],
  'website',
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
}

function pick<Fields extends object, Name extends keyof Fields>(fields: Fields, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** The paths of the fields of a schema, also of those within fields, and the codes that each can hold. */
function fieldsOf(schema: Schema, path = ''): [path: string, codes: unknown[]][] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => fieldsOf(one, path));
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties)
      .map(([name, one]) => [path === '' ? name : `${path}.${name}`, one] as const)
      .filter(([inner]) => !NOT_SHOWN.includes(inner))
      .flatMap(([inner, one]) => [[inner, []] as [string, unknown[]], ...fieldsOf(one, inner)]);
  }
  const { enum: codes, const: code } = schema.items?.enum === undefined ? schema : schema.items;
  return [[path, codes === undefined ? [code].filter((one) => one !== undefined) : [...codes]]];
}

test('every field that an entry holds has a name in each language, and every code a word', () => {
  const fields = Object.values(HELD).flatMap((schema) => fieldsOf(schema as Schema));
  expect(fields.length).toBeGreaterThan(200);
  const parts = new Set([...fields.flatMap(([path]) => path.split('.')), ...MORE]);
  for (const language of ['', 'de']) {
    const texts = readTexts('audit-fields.ts', language);
    expect([...parts].filter((part) => !texts.has(`names.${part}`))).toEqual([]);
  }
  const codes = fields.flatMap(([path, held]) => held.map((code) => [path, code] as const));
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter(([path, code]) => wordOf('some.change', path, code) === undefined)).toEqual([]);
});

test('a search for a field can name all of them to the service', () => {
  const { maxLength = 0 } = contract.AuditQuery.properties.q_fields as { readonly maxLength?: number };
  expect(Object.keys(NAMES).join(',').length).toBeLessThanOrEqual(maxLength);
});

test('codes are words, also of a fraud check and of the rule within a group', () => {
  const before = { self_referral: 'flag', payout_schedule: null, commission: null };
  const after = {
    self_referral: 'hold',
    payout_schedule: { every: 'week', day: 1 },
    commission: { type: 'percent', basis_points: 2000, duration_months: 0 },
  };
  expect(changed(before, after)).toEqual([
    { field: 'Fraud check: self-referral', before: 'Flag', after: 'Flag and hold' },
    { field: 'Payout schedule', before: null, after: 'Every Monday' },
    { field: 'Commission rule: Type', before: null, after: 'Percentage' },
    { field: 'Commission rule: Percentage', before: null, after: '20%' },
    { field: 'Commission rule: Months per customer', before: null, after: 'First sale only' },
  ]);
  expect(changed(null, { reason: 'declined' })[0]?.after).toBe('declined');
  expect(changed(null, { reason: 'declined' }, { action: 'processor.denied' })[0]?.after).toBe(
    'Declined at the payment provider',
  );
});

test('an amount within a thing is in the currency beside it', () => {
  const correction = { type: 'adjustment', amount_cents: 500, currency: 'EUR', id: 4 };
  expect(changed({ correction: null }, { correction })).toEqual([
    { field: 'Correction: Type', before: null, after: 'Bonus' },
    { field: 'Correction: Amount', before: null, after: formatMoney(500, 'EUR') },
    { field: 'Correction: Currency', before: null, after: 'EUR' },
  ]);
});

test('the group of a partner is named once', () => {
  const related = [{ type: 'group', id: 2, name: 'Gold' }];
  expect(changed({ group_id: null, group: null }, { group_id: 2, group: 'Gold' }, { related })).toEqual([
    { field: 'Group', before: null, after: 'Gold' },
  ]);
});
