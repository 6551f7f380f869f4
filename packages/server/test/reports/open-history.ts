import { expect, onTestFailed } from 'vitest';
import { openBreakdown, type Row } from '../breakdown/open-breakdown.js';
import { createRandom } from '../support/random.js';
import { seedLink, seedPartner, uniqueName } from '../support/seed.js';
import type { RunningService } from '../support/service.js';

const SUMS = ['clicks', 'leads', 'customers', 'sales', 'revenue_cents', 'commission_cents'] as const;
const NET = [...SUMS, 'refunded_cents', 'reversed_cents'] as const;

/** Rows with the same name, added up: what pages show beside each other has to come to the same. */
export function sumBy(rows: readonly Row[], names: readonly string[], keyOf: (row: Row) => string) {
  const sums = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? Object.fromEntries(names.map((name) => [name, 0]));
    for (const name of names) sum[name] = (sum[name] ?? 0) + row[name];
    sums.set(keyOf(row), sum);
  }
  const isSomething = (sum: Record<string, number>) => Object.values(sum).some((value) => value !== 0);
  return new Map([...sums].filter(([, sum]) => isSomething(sum)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const byCurrency = (rows: readonly Row[]) => sumBy(rows, NET, ({ currency }) => currency);
export const byValue = (rows: readonly Row[]) => sumBy(rows, SUMS, ({ value }) => String(value));

/** A program with two partners, three links, two codes, and what customers did at random; some are assigned in between. */
export async function openHistory(service: RunningService, { areAssigned = false } = {}) {
  const seed = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000);
  onTestFailed(() => console.error(`SIMULATION_SEED=${seed}`));
  const random = createRandom(seed);
  const opened = await openBreakdown(service);
  const { program, client, click, lead, sale, send } = opened;
  const bert = await seedPartner(service.pool, program);
  const second = await seedLink(service.pool, { ...program, shortLink: uniqueName('second') });
  const berts = await seedLink(service.pool, { ...program, ...bert, shortLink: uniqueName('bert') });
  const links = [program.shortLink, second.shortLink, berts.shortLink];
  const codes = [program.partnerId, bert.partnerId].map((partnerId, index) => ({
    code: `CODE-${index}`,
    partner_id: partnerId,
  }));
  const codeIds: number[] = [];
  for (const code of codes) codeIds.push((await send('POST', '/codes', code)).body.id);
  const currencies = areAssigned ? ['USD', 'EUR', 'JPY'] : ['USD', 'EUR'];
  const queries = ['', 'utm_source=mail', 'utm_source=ad', 'sub1=x&utm_source=mail'];
  for (let customer = 0; customer < 14; customer++) {
    const link = random.pick(links);
    const path = random.pick(['/', '/pricing']);
    const clickId = await click(random.pick(queries), { link, path });
    if (random.int(0, 3) === 0) continue;
    const name = uniqueName('customer');
    const code = random.pick(codes).code;
    const isByCode = random.int(0, 2) === 0;
    if (isByCode) {
      const body = { code, customer_key: name };
      expect((await client.lead(body, { key: program.apiKey })).status).toBe(200);
    } else await lead(clickId, name);
    for (let sales = random.int(0, 3); sales > 0; sales--) {
      const transactionId = uniqueName('order');
      const amount = random.int(100, 9_999);
      await sale(name, amount, { transaction_id: transactionId, currency: random.pick(currencies) });
      if (random.int(0, 2) > 0) continue;
      const body = { transaction_id: transactionId, amount_cents: random.int(1, amount) };
      expect((await client.refund(body, { key: program.apiKey })).status).toBe(200);
    }
  }
  // Flat commissions are in the program's currency, whatever that of their sale.
  const flat = { commission: { type: 'flat', amount_cents: 777 } };
  if (areAssigned) expect((await send('POST', '/rules', flat)).status).toBe(200);
  if (areAssigned) await send('PATCH', '', { attribution_precedence: random.pick(['link', 'code']) });
  const customers = areAssigned ? ((await send('GET', '/customers?limit=50')).body.data as Row[]) : [];
  for (const { id, customer_key: name } of customers) {
    const turns = [bert.partnerId, program.partnerId, bert.partnerId].slice(0, random.int(0, 3));
    for (const partner_id of turns) {
      const assign = { partner_id, from: random.pick(['first_sale', 'now']), reason: 'They agreed' };
      await send('POST', `/customers/${id}/assign`, assign);
      const carried = {
        currency: random.pick(currencies),
        code: random.pick([null, 'CODE-0', 'CODE-1']),
      };
      const order = {
        transaction_id: uniqueName('order'),
        customer_key: name,
        amount_cents: random.int(100, 9_999),
      };
      await client.sale({ ...order, ...carried }, { key: program.apiKey });
    }
  }
  const { data } = (await send('GET', '/links?limit=50')).body;
  const get = async (path: string) => {
    const { status, body } = await send('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  return { ...opened, bert, codeIds, linkIds: data.map(({ id }: Row) => id) as number[], get };
}
