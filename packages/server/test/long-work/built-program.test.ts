import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { PROGRAM_FOLDER } from '../../scripts/bundle.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { newStore, startBuiltService } from '../guarantees/built-service.js';
import { replayed } from '../imports/imports-support.js';
import { engines } from '../support/engines.js';
import { seedManagementKey, seedProgram } from '../support/seed.js';
import { statusOf, until } from '../support/service-process.js';
import { importOf, MONTH, seedLines, sendClick } from './long-support.js';

interface ImportList {
  readonly data: { readonly id: number; readonly sales: number; readonly finished: boolean }[];
}

/** A store with a program, and what asks a service on it with a management key. */
async function openStore(engine: (typeof engines)[number], lines = 0) {
  const store = await newStore(engine);
  const { program, managementKey } = await store.look(async (pool) => {
    const seeded = await seedProgram(pool);
    if (lines > 0) await seedLines(pool, seeded, lines);
    const key = await seedManagementKey(pool, seeded, { permissions: ['commission:write', 'report:read'] });
    return { program: seeded, ...key };
  });
  const ask = (service: { readonly baseUrl: string }, path: string, body?: string) =>
    fetch(`${service.baseUrl}/api/programs/${program.programId}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${managementKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  return { store, program, ask };
}

describe.each(engines)('the built program on %s', (engine) => {
  test('parses large bodies in its thread, and completes an import that was killed in the middle', {
    timeout: 120_000,
  }, async () => {
    const { store, program, ask } = await openStore(engine);
    const mark = `-${program.programId}`;
    const text = JSON.stringify(importOf(2_000, mark));
    expect(text.length).toBeGreaterThan(128 * 1024);
    let service = await startBuiltService(store.env);
    const cut = ask(service, '/imports', text).catch(() => null);
    const list = async () => ((await (await ask(service, '/imports')).json()) as ImportList).data;
    await until(async () => ((await list())[0]?.sales ?? 0) >= 100);
    await service.kill();
    expect(await cut).toBeNull();
    service = await startBuiltService(store.env);
    const [begun] = await list();
    expect(begun).toMatchObject({ finished: false });
    if (begun === undefined) return;
    expect(begun.sales).toBeLessThan(2_000);
    expect(begun.sales % 50).toBe(0);

    const again = await ask(service, '/imports', text);
    expect(await again.json()).toMatchObject({
      import_id: begun.id,
      new: { partners: 0, customers: 2_000 - begun.sales, sales: 2_000 - begun.sales },
    });
    expect(await list()).toMatchObject([
      { id: begun.id, partners: 1, customers: 2_000, sales: 2_000, finished: true },
    ]);
    await service.stop();
    await store.look(async (pool) => {
      const { rows } = await pool.query(
        `select count(*)::integer as sales, count(distinct transaction_id)::integer as ids, sum(amount_cents)::integer as cents
           from sales where program_id = $1 and source = 'import'`,
        [program.programId],
      );
      expect(rows).toEqual([{ sales: 2_000, ids: 2_000, cents: 2_000_000 }]);
      const { differences } = await verifyBooks(pool);
      // The key was seeded, which the audit log does not know.
      expect(differences.filter(({ table }) => table !== 'management_keys')).toEqual([]);
      expect(await replayed(pool, program.programId)).toEqual([]);
    });
  });
});

test('the built program draws statements in its thread', { timeout: 120_000 }, async () => {
  const { store, program, ask } = await openStore('embedded', 50);
  const service = await startBuiltService(store.env);
  // Without this file, the program computes in the thread that answers requests.
  expect(existsSync(join(PROGRAM_FOLDER, 'work-program.js'))).toBe(true);
  const pdf = await ask(service, `/partners/${program.partnerId}/statements/${MONTH}/pdf`);
  const file = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true });
  expect(file.text).toContain('Bonus number 50');
});

test('a service with a small heap refuses hostile files, and goes on', { timeout: 180_000 }, async () => {
  const { store, program, ask } = await openStore('embedded');
  const service = await startBuiltService({ ...store.env, NODE_OPTIONS: '--max-old-space-size=224' });
  const mapping = {
    system: 'Short',
    partners: { columns: { email: 'e', status: 's' }, statuses: { x: 'skip' } },
  };
  const send = async (text: string) => {
    const files = [{ kind: 'partners', name: 'p.csv', text }];
    const answer = await ask(service, '/imports', JSON.stringify({ mapping, files }));
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const problem = (text: string) => [422, expect.stringContaining(text)];
  expect(await send(`e,s\n${'a@b.test,x\n'.repeat(1_500_000)}`)).toEqual(problem('more than 200,000 rows'));
  expect(await send(`e,s\n${'a\n'.repeat(5_000_000)}`)).toEqual(problem('p.csv'));
  expect(await send(`e\n${'a\n'.repeat(5_000_000)}`)).toEqual(problem('p.csv'));
  expect(await send(`e,s\n"${'a'.repeat(15_000_000)}",x\n`)).toEqual(
    problem('longer than 1,000,000 characters'),
  );
  expect(await send(`e,s\n"${'a\n'.repeat(6_000_000)}`)).toEqual(problem('p.csv'));
  expect(await send('e'.repeat(15_000_000))).toEqual(problem('p.csv'));
  expect(await send('e,'.repeat(8_000_000))).toEqual(problem('p.csv'));
  const nested = await ask(service, '/imports', `{"files":[${'[],'.repeat(5_000_000)}[]]}`);
  // The thread refuses it, or ends for want of memory.
  expect([400, 413]).toContain(nested.status);
  expect(await sendClick(service, program)).toBe(200);
  expect(await statusOf(`${service.baseUrl}/readyz`)).toBe(200);
});
