import { expect, test } from 'vitest';
import { buildDashboard } from '../support/built.js';
import { createDisk } from '../support/disk.js';
import { seedProgram } from '../support/seed.js';
import { newStore, startBuiltService } from './built-service.js';
import { httpClient } from './http-client.js';

const CLICKS = 50;

test('while a sync waits for the disk, pages and /healthz answer, clicks gather, and nothing is answered too early', async () => {
  buildDashboard();
  const store = await newStore('embedded');
  const program = await store.look((pool) => seedProgram(pool));
  const disk = createDisk();
  const service = await startBuiltService({ ...store.env, ...disk.env });
  const client = httpClient(service.baseUrl, program.apiKey);
  const statusOf = async (path: string) =>
    (await fetch(service.baseUrl + path, { headers: { accept: 'text/html' } })).status;
  const answers: number[] = [];
  const click = async () => {
    const answer = await client.post('/track/click', { affiliate_url: program.affiliateUrl });
    answers.push(answer?.status ?? 0);
  };
  await click();
  disk.hold();
  const first = click();
  await disk.untilHeld();
  const others = Array.from({ length: CLICKS }, click);
  // Each waits for the one before, so the clicks have long arrived at the end.
  for (let round = 0; round < 5; round++) {
    for (const path of ['/healthz', '/login', '/js/svc-tracker.js', '/openapi.json'])
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 200 });
  }
  expect(answers).toEqual([200]);
  const syncsBefore = disk.syncs();
  disk.release();
  await Promise.all([first, ...others]);
  expect(answers).toEqual(Array.from({ length: CLICKS + 2 }, () => 200));
  // One or two for all that came meanwhile, and what the service itself had to store.
  expect(disk.syncs() - syncsBefore).toBeLessThan(CLICKS / 5);
  await service.kill();
  await store.look(async (pool) => {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from clicks');
    expect(rows).toEqual([{ count: CLICKS + 2 }]);
  });
});
