import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { shared } from '../support/shared.js';
import { countClicksBeside, importOf } from './long-support.js';

describe.each(engines)('the service during previews on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('answers clicks while the files of an import are read', async () => {
    const { program, send } = await openProgram(service);
    const body = { ...importOf(8_000, `-${program.programId}`), preview: true };
    const preview = () => send('POST', '/imports', body);
    const { clicks, answer } = await countClicksBeside(service, program, preview);
    expect([answer.status, answer.body.new.sales, answer.body.problems]).toEqual([200, 8_000, []]);
    expect(clicks).toBeGreaterThan(5);
  });

  test('answers clicks while a policy is replayed', async () => {
    const { program, send } = await openProgram(service);
    const imported = await send('POST', '/imports', importOf(1_500, `-${program.programId}`));
    expect(imported.status).toBe(200);
    const policy = { cookie_window_days: 7, from: '2026-01-01', to: '2026-02-01' };
    const preview = () => send('POST', '/policy/preview', policy);
    const { clicks, answer } = await countClicksBeside(service, program, preview);
    expect([answer.status, answer.body.sales]).toEqual([200, 1_500]);
    expect(clicks).toBeGreaterThan(5);
  });

  test('answers a job to those who wait shorter than it takes, and the result to all others', async () => {
    const { program, cookie } = await openProgram(service);
    const { programId } = program;
    const imported = await ask(service, `/api/programs/${programId}/imports`, {
      ...{ method: 'POST', cookie, body: importOf(50, `-${programId}`) },
    });
    expect(imported.status).toBe(200);
    const preview = (prefer?: string) =>
      ask(service, `/api/programs/${programId}/policy/preview`, {
        ...{ method: 'POST', cookie, headers: prefer === undefined ? {} : { prefer } },
        body: { cookie_window_days: 7, from: '2026-01-01', to: '2026-02-01' },
      });
    const direct = await preview();
    expect([direct.status, direct.body.sales]).toEqual([200, 50]);
    for (const patient of ['wait=600', 'respond-async; wait = 600', 'wait=soon', 'waiting=0', '']) {
      const { status, body } = await preview(patient);
      expect([patient, status, body]).toEqual([patient, 200, direct.body]);
    }
    for (const impatient of ['wait=0', 'respond-async, Wait=0']) {
      const { status, body } = await preview(impatient);
      expect([impatient, status]).toEqual([impatient, 202]);
      const path = body.url.replace(service.baseUrl, '');
      let fileUrl: string | null = null;
      await until(async () => {
        ({ file_url: fileUrl } = (await ask(service, path, { cookie })).body);
        return fileUrl !== null;
      });
      const file = await ask(service, new URL(fileUrl ?? '', service.baseUrl).pathname, { cookie });
      expect([file.status, file.body]).toEqual([200, direct.body]);
      const other = await openProgram(service);
      expect((await ask(service, path, { cookie: other.cookie })).status).toBe(404);
    }
  });

  test('stops reading soon after the hundredth problem', async () => {
    const { program, send } = await openProgram(service);
    const badRow = (row: number, mark: string) =>
      `order-${row}${mark},c,maria@example.com,-1,USD,2026-01-05,0\n`;
    const noDate = (row: number, mark: string) =>
      `order-${row}${mark},c${row},maria@example.com,1,USD,soon,0\n`;
    for (const rowOf of [badRow, noDate]) {
      const body = { ...importOf(5_000, `-${program.programId}`, rowOf), preview: true };
      const { status, body: report } = await send('POST', '/imports', body);
      expect([status, report.problems.length]).toEqual([200, 100]);
      expect(report.problem_count).toBeLessThan(500);
      expect(report.files[1].rows).toBeLessThan(500);
    }
  });

  test('refuses more rows than an import takes, however short they are', async () => {
    const { send } = await openProgram(service);
    const mapping = {
      system: 'Short',
      partners: { columns: { email: 'e', status: 's' }, statuses: { x: 'skip' } },
    };
    const text = `e,s\n${'a@b.test,x\n'.repeat(200_001)}`;
    const files = [{ kind: 'partners', name: 'partners.csv', text }];
    const preview = await send('POST', '/imports', { mapping, files, preview: true });
    const problem = 'the files have more than 200,000 rows: split them, or use svc-server import-csv';
    expect(preview.body.problems).toEqual([{ file: 'partners.csv', line: 200_002, column: null, problem }]);
    const refused = await send('POST', '/imports', { mapping, files });
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining(problem)]);
  });
});
