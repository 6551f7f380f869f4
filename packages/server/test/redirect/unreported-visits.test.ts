import { describe, expect, test } from 'vitest';
import { createRefusedRequestLog } from '../../src/adapters/http/refused-requests.js';
import {
  type RefusedRequests,
  recordRefusedTracking,
} from '../../src/features/integration/refused-tracking.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { visit } from './visit.js';

const HOUR_MS = 3_600_000;

describe.each(engines)('a visit through a redirect link on %s', (engine) => {
  const service = shared(() => startService(engine, { writeRefusedEveryMs: 1 }));

  async function open() {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const follow = async (method = 'GET', headers = {}) =>
      (await visit(service, `/r/${program.shortLink}`, { method, headers })).location?.href ?? '';
    const report = (affiliate_url: string) =>
      trackingClient(service).click({ affiliate_url }, { origin: program.origin });
    const unreported = async () => (await send('GET', '/attention')).body.unreported_visits;
    const counts = async () => {
      const { rows } = await service.pool.query<{ code: string; count: number }>(
        `select code, sum(count)::integer as count from refused_tracking
          where program_id = $1 and code like 'redirect_%' group by code order by code`,
        [program.programId],
      );
      return rows.map(({ code, count }) => `${code} ${count}`);
    };
    return { ...opened, follow, report, unreported, counts };
  }

  test('asks for attention while at least half of them are reported by no page', async () => {
    const { follow, report, unreported, counts } = await open();
    expect(await unreported()).toBe(0);
    const [first = '', second = ''] = [await follow(), await follow()];
    await expect.poll(unreported).toBe(2);
    await report(first);
    await expect.poll(unreported).toBe(1);
    await report(second);
    await expect.poll(counts).toEqual(['redirect_followed 2', 'redirect_reported 2']);
    expect(await unreported()).toBe(0);
  });

  test('counts neither bots nor clicks that a page reports without a redirect', async () => {
    const { program, follow, report, counts, unreported } = await open();
    await follow('HEAD');
    await follow('GET', { 'user-agent': 'Googlebot/2.1' });
    await follow('GET', { 'sec-purpose': 'prefetch' });
    await report(`${program.origin}/?aff=${program.shortLink}`);
    await report(`${program.origin}/?aff=${program.shortLink}&svc_click_id=cust_1_1`);
    await follow();
    await expect.poll(counts).toEqual(['redirect_followed 1']);
    expect(await unreported()).toBe(1);
  });

  test('counts for its own program alone, and not as a refused request', async () => {
    const { program, follow, unreported } = await open();
    const other = await open();
    await follow();
    await expect.poll(unreported).toBe(1);
    expect(await other.unreported()).toBe(0);
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const status = await fetch(`${service.baseUrl}/api/v1/cli/status`, { headers });
    expect(await status.json()).toMatchObject({ live: { refused_origins: [], unknown_aff: [] } });
  });

  test('warns the operator where no program has such a link', async () => {
    await open();
    await open();
    const name = uniqueName('nowhere');
    const { lines, log } = logOf((refused) => recordRefusedTracking(service.pool, refused));
    const now = Date.now();
    log.noteLink({ programId: null, value: name, atMs: now });
    log.noteLink({ programId: null, value: name, atMs: now });
    await log.close();
    expect(lines).toEqual([{ link: name }]);
  });
});

function logOf(record: (refused: readonly RefusedRequests[]) => Promise<readonly string[]>) {
  const lines: object[] = [];
  return {
    lines,
    log: createRefusedRequestLog(record, { warn: (line: object) => lines.push(line) } as never),
  };
}

test('a log warns of an unknown link once an hour', async () => {
  const { lines, log } = logOf(async (refused) => refused.map(({ value }) => value));
  for (const [value, atMs] of [
    ['jane', 0],
    ['jane', HOUR_MS - 1],
    ['max', 5],
    ['jane', HOUR_MS],
  ] as const) {
    log.noteLink({ programId: null, value, atMs });
    await log.close();
  }
  expect(lines).toEqual([{ link: 'jane' }, { link: 'max' }, { link: 'jane' }]);
});
