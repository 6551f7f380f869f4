import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/service/logger.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

describe('logs and metrics of requests', () => {
  const lines: string[] = [];
  let service: RunningService;
  let client: TrackingClient;
  let program: SeededProgram;

  beforeAll(async () => {
    service = await startService('embedded', {
      http: { metricsToken: 'monitoring' },
      logger: createLogger({ write: (line) => lines.push(line) }),
      tracking: {
        atStep(step, commands) {
          const failing = commands.find((one) => one.kind === 'lead' && one.email?.startsWith('fail'));
          if (step === 'activity' && failing) throw new Error(`could not store ${JSON.stringify(failing)}`);
        },
      },
    });
    client = trackingClient(service);
    program = await seedProgram(service.pool);
  });
  afterAll(() => service.close());

  test('a fault of ours is logged once with the id that its answer carries', async () => {
    const email = `fail-${uniqueName('person')}@people.test`;
    lines.length = 0;
    const answer = await client.lead({ customer_key: uniqueName('user'), email }, { key: program.apiKey });
    expect([answer.status, answer.body]).toEqual([500, { error: 'Lead tracking failed' }]);
    const logged = lines.filter((line) => line.includes(String(answer.headers.get('x-request-id'))));
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', route: '/api/v1/track/lead', method: 'POST', msg: 'request failed' },
    ]);
  });

  test('neither keys nor people nor queries reach the log', async () => {
    lines.length = 0;
    const secret = uniqueName('secret');
    const email = `fail-${secret}@people.test`;
    await client.lead({ customer_key: 'k', email }, { key: program.apiKey });
    await client.post(`/api/v1/track/lead?token=${secret}`, { email: 7 }, { key: program.apiKey });
    await client.post(`/nothing/${secret}?token=${secret}`, {}, { key: secret });
    await client.lead({ customer_key: secret }, { key: secret });
    expect(lines.join('\n')).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(program.apiKey);
  });

  test('requests that are answered in time are not logged one by one', async () => {
    lines.length = 0;
    await client.clickId(program);
    await client.refund({}, { key: program.apiKey });
    expect(lines).toEqual([]);
  });

  test('answers are counted by route and status, and timed; paths nobody serves make no new series', async () => {
    const metrics = async () =>
      (await fetch(`${service.baseUrl}/metrics`, { headers: { authorization: 'Bearer monitoring' } })).text();
    const counted = async (route: string, status: number) => {
      const line = new RegExp(
        `^svc_http_request_duration_seconds_count\\{route="${route}",status="${status}"\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await metrics())?.[1] ?? 0);
    };
    const before = [await counted('/track/click', 200), await counted('/api/v1/track/refund', 400)];
    await client.clickId(program);
    await client.refund({}, { key: program.apiKey });
    await client.refund({}, { key: program.apiKey });
    await client.post(`/${uniqueName('nothing')}`, {});
    expect([await counted('/track/click', 200), await counted('/api/v1/track/refund', 400)]).toEqual([
      (before[0] ?? 0) + 1,
      (before[1] ?? 0) + 2,
    ]);
    const text = await metrics();
    expect(text).not.toContain('nothing-');
    expect(text).toMatch(/^svc_http_unrouted_total\{status="404"\} \d+$/m);
    expect(text).toMatch(/^svc_tracking_queue_length 0$/m);
    expect(text).toMatch(/^svc_tracking_batch_size_count [1-9]/m);
    expect(text).toMatch(
      /^svc_http_request_duration_seconds_bucket\{le="\+Inf",route="\/track\/click",status="200"\} [1-9]/m,
    );
  });
});
