import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { seedManagementKey } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { countClicksBeside, MONTH, seedLines } from './long-support.js';

const statementOf = ({ partnerId }: { readonly partnerId: number }) =>
  `/partners/${partnerId}/statements/${MONTH}/pdf`;

describe.each(engines)('drawing statements on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('answers clicks while a statement of 2,000 lines is drawn', async () => {
    const { program, send } = await openProgram(service);
    await seedLines(service.pool, program, 2_000);
    const draw = () => send('GET', statementOf(program));
    const { clicks, answer } = await countClicksBeside(service, program, draw);
    expect(answer.status).toBe(200);
    // Drawn in one turn, at most the clicks that came before it would be.
    expect(clicks).toBeGreaterThan(5);
  });

  test('holds no more than a few statements of an account, and refuses the next with the time to wait', async () => {
    const { program, send } = await openProgram(service);
    await seedLines(service.pool, program, 500);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('GET', statementOf(program))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5']);
  });
});

describe.each(engines)('the limit of files on %s', (engine) => {
  const service = shared(() => startService(engine, { rateLimit: true }));

  test('allows ten a minute to an account, of statements of months and payouts together', async () => {
    const { program, send, cookie } = await openProgram(service);
    const other = await signInAs(service, program.workspaceId, 'admin');
    for (let file = 0; file < 5; file += 1) {
      expect((await send('GET', statementOf(program))).status).toBe(200);
      expect((await send('GET', '/payouts/1/pdf')).status).toBe(404);
    }
    const refused = await send('GET', statementOf(program));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const path = `/api/programs/${program.programId}${statementOf(program)}`;
    expect((await ask(service, path, { cookie: other })).status).toBe(200);
    expect((await ask(service, '/api/me', { cookie })).status).toBe(200);
  });
});

describe.each(engines)('the job of a statement on %s', (engine) => {
  const service = shared(() => startService(engine, { longWorkPatienceMs: 0 }));

  async function askForStatement(lines: number) {
    const opened = await openProgram(service);
    const { program, cookie, send } = opened;
    await seedLines(service.pool, program, lines);
    const { status, body } = await send('GET', statementOf(program));
    expect([status, body.url, body.file_url]).toEqual([202, `/api/jobs/${body.job.id}`, null]);
    const read = async () => (await ask(service, body.url, { cookie })).body;
    return { ...opened, url: body.url as string, read };
  }

  test('gives the file to the account that asked, and to no other', async () => {
    const { program, cookie, url, read } = await askForStatement(1);
    await expect.poll(async () => (await read()).job.status).toBe('done');
    const { file_url: fileUrl } = await read();
    const file = await fetch(`${service.baseUrl}${fileUrl}`, { headers: { cookie } });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="statement-${MONTH}.pdf"`);
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    expect(text).toContain('Bonus number 1');
    const stranger = await signInAs(service, program.workspaceId, 'owner');
    const { managementKey } = await seedManagementKey(service.pool, program, {
      permissions: ['report:read'],
    });
    const key = { headers: { authorization: `Bearer ${managementKey}` } };
    for (const path of [url, fileUrl]) {
      expect((await ask(service, path)).status).toBe(401);
      expect((await ask(service, path, { cookie: stranger })).status).toBe(404);
      expect((await ask(service, path, key)).status).toBe(404);
    }
    expect((await ask(service, url, { cookie: stranger, method: 'DELETE' })).status).toBe(404);
    expect((await ask(service, '/api/jobs/none', { cookie })).status).toBe(404);
  });

  test('belongs to the management key that asked', async () => {
    const { program } = await openProgram(service);
    const { managementKey } = await seedManagementKey(service.pool, program, {
      permissions: ['report:read'],
    });
    const key = { headers: { authorization: `Bearer ${managementKey}` } };
    const path = `/api/programs/${program.programId}${statementOf(program)}`;
    const { status, body } = await ask(service, path, key);
    expect(status).toBe(202);
    await expect.poll(async () => (await ask(service, body.url, key)).body.job.status).toBe('done');
  });

  test('ends when its account cancels it', async () => {
    const { cookie, url, read } = await askForStatement(5_000);
    const cancelled = await ask(service, url, { cookie, method: 'DELETE' });
    expect([cancelled.status, cancelled.body.job]).toEqual([
      200,
      expect.objectContaining({ status: 'failed', error: 'Cancelled' }),
    ]);
    const { job, file_url: fileUrl } = await read();
    expect([job.status, fileUrl]).toEqual(['failed', null]);
    expect((await ask(service, `${url}/file`, { cookie })).status).toBe(404);
  });

  test('fails with the error that the request would have been answered', async () => {
    const { send, cookie } = await openProgram(service);
    const { body } = await send('GET', '/payouts/1/pdf');
    const read = async () => (await ask(service, body.url, { cookie })).body.job;
    await expect.poll(async () => (await read()).status).toBe('failed');
    expect((await read()).error).toBe('Not found');
  });
});
