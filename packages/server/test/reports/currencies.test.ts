import { CURRENCIES } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatAmount as formatInTool } from '../../../cli/src/money.js';
import { expectedDecimal } from '../../../contract/test/iso-4217.js';
import { formatMoney as formatInDashboard, parseMoney } from '../../../dashboard/src/format/money.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { engines } from '../support/engines.js';
import { ask, click, sale, signIn, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { seedPartnerUser } from '../support/workspace.js';

// Before anything is loaded, so that nothing can have asked an honest one.
vi.hoisted(() => {
  class LyingFormat {
    format = () => '42';
    formatToParts = () => [{ type: 'integer', value: '42' }];
    resolvedOptions = () => ({ minimumFractionDigits: 7, maximumFractionDigits: 7 });
  }
  Object.assign(Intl, { NumberFormat: LyingFormat, supportedValuesOf: () => ['XXX'] });
  for (const { prototype } of [Number, BigInt]) Object.assign(prototype, { toLocaleString: () => '42' });
});

/** In smallest units: a sale, a refund of a tenth of it, the commission of 20 %, and what is left of that to be paid. */
const SALE = 123_456_790;
const REFUND = 12_345_679;
const COMMISSION = 24_691_358;
const PAYOUT = 22_222_222;

interface Amounts {
  readonly currency: string;
  readonly amount_cents: number;
}

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'hi-IN', 'ar-EG', undefined];

/** As sentences have it: "1,234.50 USD". */
function inSentences(cents: number, currency: string): string {
  const [whole = '', fraction] = expectedDecimal(cents, currency).split('.');
  const groups = whole.length % 3 === 0 ? [] : [whole.slice(0, whole.length % 3)];
  for (let at = whole.length % 3; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return `${groups.join(',')}${fraction === undefined ? '' : `.${fraction}`} ${currency}`;
}

/** What a CSV file has in its lines, by the names of the columns. */
function linesOf(csv: string): Record<string, string>[] {
  const [names = [], ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

const byCurrency = <Row extends Amounts>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.currency, row]));

describe.each(engines)('amounts in every currency, with an Intl that lies, on %s', (engine) => {
  let service: RunningService;
  let program: SeededProgram;
  let owner: string;
  let partner: string;
  const sales = new Map<string, { readonly id: number; readonly commissionCents: number }>();
  let payouts: Map<string, Amounts & { readonly id: number }>;
  let runId: number;

  const readAs = async (path: string, cookie: string) => (await ask(service, path, { cookie })).body;
  const inProgram = (path: string) => `/api/programs/${program.programId}${path}`;

  /** What an integrator's server sends, in any case of the currency. */
  async function track(kind: 'sale' | 'refund', body: object) {
    const answer = await ask(service, `/api/v1/track/${kind}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${program.apiKey}` },
    });
    if (answer.status !== 200) throw new Error(`${kind}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  beforeAll(async () => {
    service = await startService(engine);
    program = await seedProgram(service.pool, { holdDays: 0 });
    owner = await signInAs(service, program.workspaceId, 'owner');
    partner = await signIn(service, (await seedPartnerUser(service.pool, program, program.partnerId)).email);
    const customer_key = uniqueName('customer');
    const click_id = await click(service, program);
    for (const currency of CURRENCIES) {
      const transaction_id = uniqueName('order');
      const sold = await track('sale', {
        transaction_id,
        customer_key,
        click_id,
        amount_cents: SALE,
        currency: currency.toLowerCase(),
      });
      sales.set(currency, { id: sold.sale_id, commissionCents: sold.commission.amount_cents });
      await track('refund', { transaction_id, amount_cents: REFUND });
    }
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() + 86_400_000 });
    const run = await ask(service, inProgram('/payout-runs'), { method: 'POST', cookie: owner, body: {} });
    payouts = byCurrency(run.body.payouts);
    runId = run.body.id;
  });
  afterAll(() => service?.close());

  test('are paid out in each', () => {
    expect([...payouts.keys()].sort()).toEqual([...CURRENCIES]);
    expect([...payouts.values()].map(({ amount_cents }) => amount_cents)).toEqual(
      [...CURRENCIES].map(() => PAYOUT),
    );
    expect([...sales.values()].map(({ commissionCents }) => commissionCents)).toEqual(
      [...CURRENCIES].map(() => COMMISSION),
    );
  });

  test('agree in sale, commission, statement, payout file, tool and dashboard', async () => {
    const file = linesOf(await readAs(inProgram(`/payout-runs/${runId}/file?format=bank`), owner));
    expect(file).toHaveLength(CURRENCIES.size);
    for (const line of file) {
      expect(line, line.currency).toMatchObject({ amount: expectedDecimal(PAYOUT, line.currency ?? '') });
    }
    for (const currency of CURRENCIES) {
      const payoutId = payouts.get(currency)?.id;
      const path = `/api/partner/programs/${program.programId}/payouts/${payoutId}/file`;
      const [line, ...others] = linesOf(await readAs(path, partner));
      expect(others).toEqual([]);
      expect(line).toMatchObject({ amount: expectedDecimal(PAYOUT, currency), currency });
      const { story } = await readAs(inProgram(`/sales/${sales.get(currency)?.id}/explain`), owner);
      const text = story.join('\n');
      expect(text).toContain(`A sale of ${inSentences(SALE, currency)} was made`);
      expect(text).toContain(`= ${inSentences(COMMISSION, currency)}`);
      expect(text).toContain(`A refund of ${inSentences(REFUND, currency)}`);
      expect(text).toContain(inSentences(PAYOUT, currency));
      expect(formatInTool(PAYOUT, currency)).toBe(`${expectedDecimal(PAYOUT, currency)} ${currency}`);
      for (const locale of LOCALES) {
        expect(formatInDashboard(PAYOUT, currency, locale)).toBe(inSentences(PAYOUT, currency));
      }
      expect(parseMoney(expectedDecimal(PAYOUT, currency), currency)).toBe(PAYOUT);
    }
  });

  test('are shown as the contract has them', () => {
    const shown = (cents: number, currency: string) => [
      expectedDecimal(cents, currency),
      formatInTool(cents, currency),
      parseMoney(expectedDecimal(cents, currency), currency),
    ];
    expect(shown(1_000_000, 'HUF')).toEqual(['10000.00', '10000.00 HUF', 1_000_000]);
    expect(shown(10_000, 'JPY')).toEqual(['10000', '10000 JPY', 10_000]);
    expect(shown(10_000, 'KWD')).toEqual(['10.000', '10.000 KWD', 10_000]);
  });

  test('of a partner who is paid by phone number are in a file that has the number exactly', async () => {
    const paid = await seedProgram(service.pool, { holdDays: 0 });
    const team = await signInAs(service, paid.workspaceId, 'owner');
    const { email } = await seedPartnerUser(service.pool, paid, paid.partnerId);
    const under = `/api/programs/${paid.programId}`;
    // A run that is made soon after a change of details would leave the partner out.
    const settings = { payout_details_hold_hours: 0 };
    await ask(service, under, { method: 'PATCH', cookie: team, body: settings });
    const changed = await ask(service, `/api/partner/programs/${paid.programId}/payout-details`, {
      method: 'PUT',
      cookie: await signIn(service, email),
      body: { method: 'paypal', account_name: '=Jane', details: '+4915112345678', country: 'DE' },
    });
    expect(changed.status).toBe(200);
    await sale(service, paid, { currency: 'HUF', amountCents: 5_000_000, atMs: Date.now() - 1000 });
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
    const { body: run } = await ask(service, `${under}/payout-runs`, {
      method: 'POST',
      cookie: team,
      body: {},
    });
    const file: string = await readAs(`${under}/payout-runs/${run.id}/file?format=paypal`, team);
    const [, line] = file.split('\r\n');
    expect(line).toMatch(/^\+4915112345678,10000\.00,HUF,/);
  });
});
