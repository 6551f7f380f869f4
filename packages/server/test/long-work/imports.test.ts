import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { countClicksBeside, importOf } from './long-support.js';

describe.each(engines)('writing an import on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  test('answers clicks and sales between its transactions, and is then there in full', async () => {
    const { program, send } = await openProgram(service);
    const mark = `-${program.programId}`;
    let sales = 0;
    let hasEnded = false;
    const sell = async () => {
      for (let sale = 0; !hasEnded && sale < 5; sale += 1) {
        // Answered is what counts here, whatever the answer is.
        await service.tracking.submit(
          saleOf(program, { customerKey: `buyer${mark}`, transactionId: `live-${sale}${mark}` }),
        );
        if (!hasEnded) sales += 1;
      }
    };
    const run = async () => {
      const [answer] = await Promise.all([
        send('POST', '/imports', importOf(600, mark)).finally(() => {
          hasEnded = true;
        }),
        sell(),
      ]);
      return answer;
    };
    const { clicks, answer } = await countClicksBeside(service, program, run);
    expect([answer.status, answer.body.new]).toEqual([
      200,
      { partners: 1, customers: 600, sales: 600, refunds: 0, commissions: 0 },
    ]);
    expect([sales > 0, clicks > 0]).toEqual([true, true]);
    const { body: list } = await send('GET', '/imports');
    expect(list.data).toMatchObject([
      { id: answer.body.import_id, partners: 1, customers: 600, sales: 600, finished: true },
    ]);
  });

  test('goes on from where an import of the same files ended, whatever part of it is missing', async () => {
    const { program, send } = await openProgram(service);
    const { pool } = service;
    const mark = `-${program.programId}`;
    const body = importOf(120, mark);
    const first = await send('POST', '/imports', body);
    // As if the process had ended before it could say that everything was there.
    await pool.query(`begin; alter table imports disable trigger imports_append_only;
      delete from imports where part_of = ${first.body.import_id} and ends;
      alter table imports enable trigger imports_append_only; commit`);
    const finished = async () =>
      (await send('GET', '/imports')).body.data.map((one: { finished: boolean }) => one.finished);
    expect(await finished()).toEqual([false]);
    const again = await send('POST', '/imports', body);
    expect(again.body).toMatchObject({
      import_id: first.body.import_id,
      new: { sales: 0 },
      known: { sales: 120 },
    });
    expect(await finished()).toEqual([true]);
    expect((await send('POST', '/imports', body)).body.import_id).toBeNull();
  });

  test('keeps one import for each set of files, of which none has doubled rows', async () => {
    const { program, send } = await openProgram(service);
    const mark = `-${program.programId}`;
    const one = importOf(80, mark);
    const more = importOf(130, mark);
    for (const body of [one, more, one]) expect((await send('POST', '/imports', body)).status).toBe(200);
    const { body: list } = await send('GET', '/imports');
    expect(
      list.data.map(({ sales, finished }: { sales: number; finished: boolean }) => [sales, finished]),
    ).toEqual([
      [50, true],
      [80, true],
    ]);
  });
});

describe.each(engines)('the job of an import on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { longWorkPatienceMs: 0 }));

  async function begin(rows: number, preview = false) {
    const { program, cookie, send } = await openProgram(service);
    const body = { ...importOf(rows, `-${program.programId}`), preview };
    const { status, body: answer } = await send('POST', '/imports', body);
    expect(status).toBe(202);
    const read = async () => (await ask(service, answer.url, { cookie })).body;
    const cancel = async () => (await ask(service, answer.url, { cookie, method: 'DELETE' })).body.job;
    return { program, cookie, send, body, read, cancel };
  }

  test('has the report as JSON, and its progress in rows', async () => {
    const { cookie, read } = await begin(60);
    await expect.poll(async () => (await read()).job.status, { timeout: 20_000 }).toBe('done');
    const { job, file_url: fileUrl } = await read();
    expect([job.done, job.total, job.can_cancel]).toEqual([61, 61, false]);
    const report = await ask(service, fileUrl, { cookie });
    expect(report.body).toMatchObject({ new: { sales: 60 }, problems: [] });
  });

  test('is cancelled while the files are read, and has written nothing then', async () => {
    const { program, read, cancel } = await begin(20_000);
    expect(await cancel()).toMatchObject({ status: 'failed', error: 'Cancelled' });
    expect((await read()).job.status).toBe('failed');
    const { rows } = await service.pool.query('select 1 from imports where program_id = $1', [
      program.programId,
    ]);
    expect(rows).toEqual([]);
  });

  test('is not cancelled once it writes, and ends in full', async () => {
    const { program, read, cancel } = await begin(500);
    await expect
      .poll(async () => (await read()).job.can_cancel, { timeout: 20_000, interval: 5 })
      .toBe(false);
    expect((await cancel()).error).toBeNull();
    await expect.poll(async () => (await read()).job.status, { timeout: 30_000 }).toBe('done');
    const { rows } = await service.pool.query(
      'select count(*)::integer as sales from sales where program_id = $1',
      [program.programId],
    );
    expect(rows).toEqual([{ sales: 500 }]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });
});
