import { describe, expect, test } from 'vitest';
import { ignoredTestMode } from '../../src/adapters/http/ignored-test-mode.js';
import { createRefusedRequestLog } from '../../src/adapters/http/refused-requests.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

test('names values of test_mode that ask for a test event without being true', () => {
  const inData = (test_mode: unknown) => ignoredTestMode({ additional_data: { test_mode } });
  expect(inData('true')).toBe('"true"');
  expect(inData(1)).toBe('1');
  expect(inData('yes')).toBe('"yes"');
  expect(ignoredTestMode({ test_mode: true })).toBe('true outside of additional_data');
  for (const real of [undefined, null, false, 'false', 0]) expect(inData(real)).toBeNull();
  for (const body of [null, 'text', {}, { additional_data: 'text' }])
    expect(ignoredTestMode(body)).toBeNull();
});

test('warns once for each program and hour', async () => {
  const lines: object[] = [];
  const log = createRefusedRequestLog(async () => [], {
    warn: (line: object) => lines.push(line),
  } as never);
  const note = (programId: number, atMs: number) =>
    log.noteTestMode({
      event: 'sale',
      value: '"true"',
      caller: { mode: 'server', programId, workspaceId: 1 },
      command: null,
      atMs,
    });
  for (const atMs of [0, 1, 3_599_999]) note(7, atMs);
  note(8, 5);
  note(7, 3_600_000);
  expect(lines).toMatchObject([{ programId: 7, test_mode: '"true"' }, { programId: 8 }, { programId: 7 }]);
  await log.close();
});

describe.each(engines)('a test_mode that is not true, on %s', (engine) => {
  const service = shared(() => startService(engine, { writeRefusedEveryMs: 1 }));

  test('makes a real sale, which the status names', async () => {
    const program = await seedProgram(service.pool);
    const client = trackingClient(service);
    const { customerKey: customer_key } = await client.customer(program);
    const sale = { amount_cents: 1000, customer_key, additional_data: { test_mode: 'true' } };
    for (let count = 0; count < 2; count++) {
      const answer = await client.sale(
        { ...sale, transaction_id: uniqueName('order') },
        { key: program.apiKey },
      );
      expect(answer).toMatchObject({
        status: 200,
        body: { test_mode: false, commission: { status: 'pending' } },
      });
    }
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const read = async () =>
      (await ask(service, '/api/v1/cli/status', { headers })).body.live.ignored_test_mode;
    await expect.poll(read).toMatchObject([{ value: '"true"', count: 2 }]);
  });
});
