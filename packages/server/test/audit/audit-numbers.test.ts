import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { changed, runChange, writeAuditEntries } from '../../src/operations/change.js';
import { engines, newPostgresUrl, openTestDatabase } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';
import { seedWorkspace } from '../support/seed.js';

const ACTOR = { userId: null, email: 'jane@acme.test' };

const originIn = (workspaceId: number) => ({
  actor: ACTOR,
  action: 'workspace.rename',
  place: { workspaceId, programId: null },
});

function entryOf(name: string) {
  return { on: 'workspace', id: name, before: null, after: { name } };
}

/** A change that does nothing but write its entry. */
function renameProgram(pool: Pool, workspaceId: number, name: string): Promise<string> {
  return runChange(pool, originIn(workspaceId), async () => changed(name, entryOf(name)));
}

async function numbersOf(pool: Pool, workspaceId: number): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>(
    'select number from audit_entries where workspace_id = $1 order by id',
    [workspaceId],
  );
  return rows.map(({ number }) => number);
}

async function headOf(pool: Pool, workspaceId: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ last_number: number }>(
    'select last_number from audit_heads where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.last_number;
}

describe.each(engines)('the numbers of audit entries on %s', (engine) => {
  test('count up in each workspace, and are given out again after a rollback', async () => {
    const { pool, close } = await openTestDatabase(engine);
    const [first, second] = [await seedWorkspace(pool), await seedWorkspace(pool)];
    await renameProgram(pool, first, 'one');
    await renameProgram(pool, second, 'one');
    const broken = withTransaction(pool, async (client) => {
      await writeAuditEntries(client, originIn(first), [entryOf('two'), entryOf('three')]);
      throw new Error('the change fails after its entries');
    });
    await expect(broken).rejects.toThrow('after its entries');
    await renameProgram(pool, first, 'two');
    expect(await numbersOf(pool, first)).toEqual([1, 2]);
    expect(await headOf(pool, first)).toBe(2);
    expect(await numbersOf(pool, second)).toEqual([1]);
    await close();
  });

  test('follow the order in which a change names its entries', async () => {
    const { pool, close } = await openTestDatabase(engine);
    const [first, second] = [await seedWorkspace(pool), await seedWorkspace(pool)];
    await withTransaction(pool, (client) =>
      writeAuditEntries(client, originIn(second), [
        entryOf('a'),
        { ...entryOf('b'), place: { workspaceId: first, programId: 7 } },
        entryOf('c'),
      ]),
    );
    const { rows } = await pool.query(
      'select workspace_id, program_id, target_id, number from audit_entries order by workspace_id, number',
    );
    expect(rows).toEqual([
      { workspace_id: first, program_id: 7, target_id: 'b', number: 1 },
      { workspace_id: second, program_id: null, target_id: 'a', number: 1 },
      { workspace_id: second, program_id: null, target_id: 'c', number: 2 },
    ]);
    await close();
  });

  test('are given to entries that were there before them, and the log stays append-only', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0022') });
    const [first, second] = [await seedWorkspace(pool), await seedWorkspace(pool)];
    for (const [workspaceId, name] of [
      [first, 'a'],
      [second, 'b'],
      [first, 'c'],
    ]) {
      await pool.query(
        `insert into audit_entries (workspace_id, user_email, action, target_type, target_id)
         values ($1, 'jane@acme.test', 'workspace.rename', 'workspace', $2)`,
        [workspaceId, name],
      );
    }
    await migrate(pool);
    expect(await numbersOf(pool, first)).toEqual([1, 2]);
    expect(await headOf(pool, first)).toBe(2);
    await renameProgram(pool, second, 'd');
    expect(await numbersOf(pool, second)).toEqual([1, 2]);
    await expect(pool.query('delete from audit_entries')).rejects.toThrow('append-only');
    await close();
  });
});

test('the numbers of audit entries have no gap when two processes change one workspace at once', async () => {
  const databaseUrl = await newPostgresUrl();
  const openConnection = () => openDatabase({ databaseUrl, dataDir: '' });
  const [one, other] = [await openConnection(), await openConnection()];
  const processes = [one, other];
  const { pool } = one;
  const [first, second] = [await seedWorkspace(pool), await seedWorkspace(pool)];
  const changes = processes.flatMap(({ pool: own }, process) =>
    Array.from({ length: 40 }, (_, index) => {
      const name = `${process}-${index}`;
      // Both workspaces in one transaction, named in either order, and every seventh change is rolled back.
      return withTransaction(own, async (client) => {
        const places = [first, second].map((workspaceId) => ({ workspaceId, programId: null }));
        const ordered = index % 2 === 0 ? places : places.toReversed();
        await writeAuditEntries(
          client,
          originIn(first),
          ordered.map((place) => ({ ...entryOf(name), place })),
        );
        if (index % 7 === 0) throw new Error('rolled back');
      });
    }),
  );
  const outcomes = await Promise.allSettled(changes);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason.message).toBe('rolled back');
  const written = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const expected = Array.from({ length: written }, (_, index) => index + 1);
  for (const workspaceId of [first, second]) {
    expect((await numbersOf(pool, workspaceId)).toSorted((a, b) => a - b)).toEqual(expected);
    expect(await headOf(pool, workspaceId)).toBe(written);
  }
  await Promise.all(processes.map(({ close }) => close()));
});
