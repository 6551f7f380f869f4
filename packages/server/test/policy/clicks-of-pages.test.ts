import { randomInt } from 'node:crypto';
import { formatClickId } from '@svc/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureClickPartitions } from '../../src/features/clicks/ensure-click-partitions.js';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { clickOf, leadOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedLink, seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const DAY_MS = 86_400_000;

/** A report: by whom, of what, with the click of the one or the other partner, and whether it names the customer's key. */
type Step = readonly ['page' | 'server', 'lead' | 'sale', 'mallory' | 'maria' | null, 'key' | null];

const PAGE_CLICK: Step = ['page', 'lead', 'maria', null];
const PAGE_CLAIM: Step = ['page', 'lead', 'mallory', 'key'];
const PAGE_KEY: Step = ['page', 'lead', null, 'key'];
const SALE: Step = ['server', 'sale', 'maria', 'key'];
const LEAD: Step = ['server', 'lead', 'maria', 'key'];
const LATER_SALE: Step = ['server', 'sale', null, 'key'];

describe.each(engines)('a click that a page reported without a key, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));
  beforeAll(() => ensureClickPartitions(service.pool, { fromMs: Date.now() - 40 * DAY_MS }));

  async function play(steps: readonly Step[]) {
    const opened = await openProgram(service, { cookieWindowDays: 30 });
    const { program } = opened;
    const { workspaceId, programId } = program;
    const { partnerId } = await seedPartner(service.pool, program);
    const { shortLink } = await seedLink(service.pool, { workspaceId, programId, partnerId });
    const customerKey = uniqueName('customer');
    const clicks = { mallory: program.shortLink, maria: shortLink };
    const clickIds = new Map<string | null, string>();
    for (const [name, link] of Object.entries(clicks)) {
      const key = { number: randomInt(2 ** 47), clickedMs: Date.now() - DAY_MS };
      clickIds.set(name, formatClickId(key));
      await service.tracking.submit(clickOf(program, { key, shortLinkKey: link.toLowerCase() }));
    }
    for (const [by, kind, click, key] of steps) {
      const named = { clickId: clickIds.get(click) ?? null, customerKey: key && customerKey };
      const caller = by === 'page' && { caller: { mode: 'browser' as const, origin: program.origin } };
      await service.tracking.submit(
        kind === 'sale' ? saleOf(program, named) : leadOf(program, { ...named, ...caller }),
      );
    }
    const { rows } = await service.pool.query<{ partner_id: number; customer_key: string }>(
      `select s.partner_id, c.customer_key from sales s join customers c on c.id = s.customer_id
        where s.program_id = $1 order by s.id`,
      [programId],
    );
    return { ...opened, maria: partnerId, customerKey, sales: rows };
  }

  test.each<[string, readonly Step[]]>([
    ['moves a claim, where it came first', [PAGE_CLICK, PAGE_CLAIM, SALE, LATER_SALE]],
    ['moves a claim, where it came second', [PAGE_CLAIM, PAGE_CLICK, SALE, LATER_SALE]],
    ['moves a claim by a lead', [PAGE_CLICK, PAGE_CLAIM, LEAD, LATER_SALE]],
    ['moves a claim by a lead, where it came second', [PAGE_CLAIM, PAGE_CLICK, LEAD, LATER_SALE]],
    ['credits a customer of a page without credit', [PAGE_CLICK, PAGE_KEY, SALE, LATER_SALE]],
    ['credits a customer of a page without credit, later', [PAGE_KEY, PAGE_CLICK, SALE, LATER_SALE]],
    [
      'credits a customer without credit',
      [PAGE_CLICK, ['server', 'lead', null, 'key'], ['server', 'sale', 'maria', 'key'], LATER_SALE],
    ],
    ['brings a key by a lead', [PAGE_CLICK, LEAD, LATER_SALE]],
    ['brings a key by a sale', [PAGE_CLICK, SALE, LATER_SALE]],
    ['stays with a lead before it', [LEAD, PAGE_CLICK, LATER_SALE]],
    ['stays with a sale before it', [SALE, PAGE_CLICK, LATER_SALE]],
  ])('%s, when a server reports it with one', async (_what, steps) => {
    const { program, sales, maria, customerKey, send } = await play(steps);
    expect(sales).toEqual(
      steps
        .filter(([, kind]) => kind === 'sale')
        .map(() => ({ partner_id: maria, customer_key: customerKey })),
    );
    const client = await service.pool.connect();
    try {
      const report = await findReplayDifferences(client, { programId: program.programId });
      expect(report?.differences).toEqual([]);
    } finally {
      client.release();
    }
    const period = { from: '2020-01-01', to: new Date().toISOString().slice(0, 10) };
    for (const cookie_window_days of [20, 300]) {
      const preview = await send('POST', '/policy/preview', { ...period, cookie_window_days });
      expect(preview).toMatchObject({ status: 200, body: { changed_sales: 0 } });
    }
  });
});
