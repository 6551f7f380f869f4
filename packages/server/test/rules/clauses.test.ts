import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { exampleFile, newNames, provision } from '../provision/provision-support.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const percent = (basis_points: number, limit: object = {}) => ({ type: 'percent', basis_points, ...limit });
const flat = (amount_cents: number) => ({ type: 'flat', amount_cents });
const NONE = { type: 'none' };

const SHOP = {
  type: 'clauses',
  clauses: [
    { when: { products: ['pro', 'team'] }, pay: percent(3000, { max_cents: 2_000 }) },
    { when: { products: ['gift'] }, pay: NONE },
    { when: { sale: 'first', min_amount_cents: 5_000 }, pay: flat(900) },
  ],
  otherwise: percent(1000),
};

describe.each(engines)('rules of clauses on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A program with this rule, and what it takes to sell and to look. */
  async function open(commission: object, options: Parameters<typeof openProgram>[1] = {}) {
    const { program, send } = await openProgram(service, options);
    const changed = await send('POST', '/rules', { commission });
    expect(changed.status).toBe(200);
    const client = trackingClient(service);
    const { customerKey } = await client.customer(program);
    const sell = (amountCents: number, extra: object = {}, key = customerKey) =>
      client.soldTo(program, key, amountCents, extra);
    const earned = async (amountCents: number, extra: object = {}, key = customerKey) =>
      (await sell(amountCents, extra, key)).commission?.amount_cents ?? null;
    const explain = async (saleId: number) => (await send('GET', `/sales/${saleId}/explain`)).body;
    return { program, send, client, customerKey, sell, earned, explain, rule: changed.body };
  }

  test('are versions like any other, shown as they were sent, and kept in the audit log', async () => {
    const { send, program, rule, client } = await open({
      ...SHOP,
      duration_months: 12,
      max_total_cents: 50_000,
    });
    const shown = {
      ...SHOP,
      duration_months: 12,
      max_total_cents: 50_000,
      basis_points: null,
      amount_cents: null,
    };
    expect(rule).toMatchObject({ ...shown, version: 2, partner_id: null });
    expect((await send('GET', '/rules')).body.data[0]).toEqual(rule);
    expect((await send('GET', '')).body.commission).toEqual({ ...shown, version: 2 });
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const { body: status } = await ask(service, '/api/v1/cli/status', { headers });
    expect(status.program.commission).toEqual({ ...shown, version: 2 });
    const own = await send('POST', `/partners/${program.partnerId}/rules`, { commission: SHOP });
    expect(own.body).toMatchObject({ version: 1, partner_id: program.partnerId, otherwise: percent(1000) });
    await client.soldTo(program, (await client.customer(program)).customerKey);
  });

  test('pay each item by its own clause and the rest by the first without products, and refunds reverse the whole', async () => {
    const { sell, explain, client, program, send } = await open(SHOP);
    const sale = await sell(12_000, {
      tax_cents: 2_000,
      items: [
        { product: 'pro', amount_cents: 3_000 },
        { product: 'team', amount_cents: 9_000 - 1_200 },
        { product: 'gift', amount_cents: 600 },
      ],
    });
    // pro: 30 % of 2,500; team: 30 % of 6,500, at most 2,000; gift: nothing; the rest: 900.
    expect(sale.commission.amount_cents).toBe(750 + 1_950 + 900);
    const body = await explain(sale.sale_id);
    expect(body.story.slice(3, 8)).toEqual([
      'Rule version 2 of the program applies: each part is paid by its own clause, 36.00 USD in all.',
      'Item "pro" of 30.00 USD: clause 1 pays 30 % of 25.00 USD without its tax = 7.50 USD.',
      'Item "team" of 78.00 USD: clause 1 pays 30 % of 65.00 USD without its tax = 19.50 USD.',
      'Item "gift" of 6.00 USD: clause 2 pays nothing.',
      'The rest of 6.00 USD: clause 3 pays 9.00 USD.',
    ]);
    expect(body.sale.items).toEqual([
      { product: 'pro', amount_cents: 3_000 },
      { product: 'team', amount_cents: 7_800 },
      { product: 'gift', amount_cents: 600 },
    ]);
    expect(body.arithmetic).toMatchObject({ type: 'clauses', earned_cents: 3_600, left_cents: 3_600 });
    expect(body.arithmetic.parts.map((part: { earned_cents: number }) => part.earned_cents)).toEqual([
      750, 1_950, 0, 900,
    ]);
    const refund = { transaction_id: sale.transaction_id, amount_cents: 3_000 };
    expect((await client.refund(refund, { key: program.apiKey })).body.commission.amount_cents).toBe(2_700);
    const list = await send('GET', '/commissions');
    expect(list.body.data[0]).toMatchObject({ amount_cents: 2_700, original_amount_cents: 3_600 });
  });

  test('say which part was limited, and why a sale earned nothing', async () => {
    const only = {
      type: 'clauses',
      clauses: [{ when: { products: ['pro'] }, pay: percent(5000, { max_cents: 700 }) }],
    };
    const { sell, explain } = await open(only);
    const limited = await sell(10_000, { items: [{ product: 'pro', amount_cents: 10_000 }] });
    expect((await explain(limited.sale_id)).story).toContain(
      'Item "pro" of 100.00 USD: clause 1 pays 50 % of 100.00 USD, at most 7.00 USD.',
    );
    const nothing = await sell(10_000);
    expect(nothing.commission).toBeNull();
    expect(await explain(nothing.sale_id)).toMatchObject({
      no_commission_code: 'no_clause',
      no_commission_reason: 'No clause of the rule pays for this sale.',
    });
  });

  test('tell first sales from renewals, and months by the first sale', async () => {
    const { earned } = await open({
      type: 'clauses',
      clauses: [
        { when: { sale: 'first' }, pay: flat(1) },
        { when: { sale: 'renewal', to_month: 2 }, pay: flat(2) },
        { when: { from_month: 2, to_month: 3 }, pay: flat(3) },
        { when: { from_month: 3 }, pay: flat(4) },
      ],
    });
    const at = (occurred_at: string) => earned(5_000, { occurred_at });
    expect([
      await at('2026-02-28T10:00:00Z'),
      // Reported late: a renewal, and months count from then.
      await at('2026-01-31T10:00:00Z'),
      await at('2026-03-31T09:59:59Z'),
      await at('2026-03-31T10:00:00Z'),
      await at('2026-04-30T10:00:00Z'),
    ]).toEqual([1, 2, 2, 3, 4]);
  });

  test('count the paying customers that the partner had brought before the sale', async () => {
    const { client, program, earned, sell, explain } = await open({
      type: 'clauses',
      clauses: [
        { when: { min_customers: 3 }, pay: flat(300) },
        { when: { min_customers: 1 }, pay: flat(100) },
      ],
      otherwise: flat(10),
    });
    const keys: string[] = [];
    for (let count = 0; count < 4; count++) keys.push((await client.customer(program)).customerKey);
    const [a = '', b = '', c = '', d = ''] = keys;
    // A test sale brings nobody, and neither does a renewal.
    await sell(5_000, { additional_data: { test_mode: true } }, a);
    expect([await earned(5_000, {}, a), await earned(5_000, {}, a), await earned(5_000, {}, b)]).toEqual([
      10, 100, 100,
    ]);
    expect([await earned(5_000, {}, c), await earned(5_000, {}, d)]).toEqual([100, 300]);
    const tier = await sell(5_000, {}, a);
    expect((await explain(tier.sale_id)).arithmetic).toMatchObject({ partner_customers: 3 });
  });

  test('hold for the codes that a sale carries, and for the one that credited its customer', async () => {
    const { client, program, send, earned } = await open({
      type: 'clauses',
      clauses: [{ when: { codes: ['OTHER', 'Pod-20'] }, pay: flat(200) }],
      otherwise: flat(10),
    });
    const code = await send('POST', '/codes', { code: 'POD-20', partner_id: program.partnerId });
    const listener = uniqueName('user');
    const sending = { key: program.apiKey };
    // Together, so that the sale is decided with the lead that credits its customer.
    const [lead] = await Promise.all([
      client.lead({ customer_key: listener, customer_email: 'l@pod.test', code: 'pod-20' }, sending),
      client.lead({ customer_key: uniqueName('user'), code: 'pod-20' }, sending),
    ]);
    expect(lead.status).toBe(200);
    expect([await earned(5_000, {}, listener), await earned(5_000, { code: 'unknown' }, listener)]).toEqual([
      200, 200,
    ]);
    expect([await earned(5_000), await earned(5_000, { code: 'POD-20' }), await earned(5_000)]).toEqual([
      10, 200, 10,
    ]);
    await send('PATCH', `/codes/${code.body.id}`, { is_active: false });
    expect([await earned(5_000, { code: 'POD-20' }), await earned(5_000, {}, listener)]).toEqual([10, 200]);
  });

  test('stop at what one customer earns a partner at most, in each currency, and say what was left', async () => {
    const limited = { type: 'percent', basis_points: 1000, max_total_cents: 1_500 };
    const { earned, sell, explain, client, program } = await open(limited);
    expect([await earned(10_000), await earned(10_000, { currency: 'EUR' })]).toEqual([1_000, 1_000]);
    const cut = await sell(10_000);
    expect(cut.commission.amount_cents).toBe(500);
    expect((await explain(cut.sale_id)).story).toContain(
      'Rule version 2 of the program applies: 10 % of 100.00 USD, limited to 5.00 USD, which was left of the 15.00 USD that one customer earns a partner at most.',
    );
    const over = await sell(10_000);
    expect(over.commission).toBeNull();
    expect(await explain(over.sale_id)).toMatchObject({ no_commission_code: 'total_reached' });
    expect(await earned(10_000, {}, (await client.customer(program)).customerKey)).toBe(1_000);
  });

  test('preview each clause, and what the sales earned by the rule they have', async () => {
    const { send, sell, client, program } = await open(SHOP);
    const items = [
      { product: 'pro', amount_cents: 4_000 },
      { product: 'gift', amount_cents: 1_000 },
    ];
    const first = await sell(10_000, { items });
    await sell(2_000);
    await client.refund(
      { transaction_id: first.transaction_id, amount_cents: 5_000 },
      { key: program.apiKey },
    );
    const commission = {
      type: 'clauses',
      clauses: [
        { when: { products: ['pro'] }, pay: percent(5000) },
        { when: { sale: 'first' }, pay: percent(2000) },
      ],
    };
    const preview = (rule: object, rest = '') =>
      send('GET', `/rules/preview?commission=${encodeURIComponent(JSON.stringify(rule))}${rest}`);
    const { status, body } = await preview(commission);
    expect(status).toBe(200);
    // Now: 1,200 + 900 halved by the refund, and 200. Then: 2,000 + 200 + 1,000 halved, and nothing.
    expect(body.currencies).toEqual([
      { currency: 'USD', sales: 2, commission_cents: 1_250, preview_cents: 1_600, difference_cents: 350 },
    ]);
    expect(body.clauses).toEqual([
      { clause: 1, currency: 'USD', parts: 1, preview_cents: 2_000 },
      { clause: 2, currency: 'USD', parts: 2, preview_cents: 1_200 },
    ]);
    const own = await preview(commission, `&partner_id=${program.partnerId}`);
    expect(own.body.currencies).toEqual(body.currencies);
    const simple = await send('GET', '/rules/preview?type=percent&basis_points=1000');
    expect(simple.body).toMatchObject({
      clauses: [],
      currencies: [{ commission_cents: 1_250, preview_cents: 700 }],
    });
    const limited = await preview({ type: 'percent', basis_points: 1000, max_total_cents: 1_100 });
    expect(limited.body.currencies).toMatchObject([{ preview_cents: 500 + 100 }]);
    expect((await preview(commission, '&partner_id=999999999')).status).toBe(404);
    expect((await send('GET', '/rules')).body.data[0].version).toBe(2);
  });

  test('can be given in a provision file, which adds a version only where it says something else', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const [program] = file.workspaces[0].programs;
    const versionsWith = async (commission: object) => {
      program.commission = commission;
      await provision(service.pool, file);
      const { rows } = await service.pool.query(
        `select r.type, r.max_total_cents, r.otherwise from commission_rules r join programs p on p.id = r.program_id
           join workspaces w on w.id = p.workspace_id
          where w.name = $1 and r.enrollment_id is null order by r.version`,
        [names.workspace],
      );
      return rows;
    };
    const first = { type: 'clauses', max_total_cents: null, otherwise: percent(1000) };
    expect(await versionsWith(SHOP)).toEqual([first]);
    expect(await versionsWith(SHOP)).toEqual([first]);
    const limited = { ...first, max_total_cents: 700, otherwise: null };
    expect(await versionsWith({ ...SHOP, otherwise: null, max_total_cents: 700 })).toEqual([first, limited]);
  });

  test.each([
    ['no clauses', { ...SHOP, clauses: [] }],
    ['21 clauses', { ...SHOP, clauses: Array(21).fill({ when: {}, pay: NONE }) }],
    ['a clause without conditions', { ...SHOP, clauses: [{ pay: NONE }] }],
    ['a misspelt condition', { ...SHOP, clauses: [{ when: { product: ['pro'] }, pay: NONE }] }],
    ['an unknown payment', { ...SHOP, clauses: [{ when: {}, pay: { type: 'all' } }] }],
    ['a share above the whole', { ...SHOP, clauses: [{ when: {}, pay: percent(10_001) }] }],
    ['a flat share', { ...SHOP, clauses: [{ when: {}, pay: { ...flat(1), basis_points: 5 } }] }],
    ['months that never come', { ...SHOP, clauses: [{ when: { from_month: 3, to_month: 3 }, pay: NONE }] }],
    ['an empty list of products', { ...SHOP, clauses: [{ when: { products: [] }, pay: NONE }] }],
    ['an otherwise that pays nothing known', { ...SHOP, otherwise: {} }],
    ['a limit of nothing', { ...SHOP, max_total_cents: 0 }],
  ])('with %s are refused and change nothing', async (_what, commission) => {
    const { send } = await openProgram(service);
    const query = encodeURIComponent(JSON.stringify(commission));
    for (const answer of [
      await send('POST', '/rules', { commission }),
      await send('GET', `/rules/preview?commission=${query}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, { error: 'commission is invalid' }]);
    }
    expect((await send('GET', '/rules')).body.data).toHaveLength(1);
  });

  test.each([
    [
      'more than the sale',
      [
        { product: 'a', amount_cents: 600 },
        { product: 'b', amount_cents: 401 },
      ],
    ],
    ['below zero', [{ product: 'a', amount_cents: -1 }]],
    ['a fraction', [{ product: 'a', amount_cents: 0.5 }]],
    ['without a product', [{ amount_cents: 1 }]],
    ['an empty product', [{ product: '', amount_cents: 1 }]],
    ['no list', { product: 'a', amount_cents: 1 }],
    ['a text', 'pro'],
    ['101 items', Array(101).fill({ product: 'a', amount_cents: 1 })],
  ])('items %s are 400, and nothing is recorded', async (_what, items) => {
    const { program, client, customerKey, send } = await open(SHOP);
    const sale = {
      transaction_id: `bad ${customerKey}`,
      amount_cents: 1_000,
      customer_key: customerKey,
      items,
    };
    const answer = await client.sale(sale, { key: program.apiKey });
    expect([answer.status, answer.body]).toEqual([400, { error: 'items is invalid' }]);
    expect((await send('GET', '/sales')).body.data).toEqual([]);
  });

  test('items that come to the whole sale, up to 100 and of nothing, are taken; none and an empty list mean none', async () => {
    const { sell, explain } = await open(SHOP);
    const many = await sell(1_000, { items: Array(100).fill({ product: 'gift', amount_cents: 10 }) });
    expect(many.commission).toBeNull();
    for (const items of [null, [], '']) {
      const sale = await sell(1_000, { items });
      expect((await explain(sale.sale_id)).sale.items).toBeNull();
    }
    const free = await sell(1_000, { items: [{ product: 'team', amount_cents: 0 }] });
    expect(free.commission.amount_cents).toBe(100);
  });
});
