import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { changeMember } from '../../src/features/people/change-member.js';
import { changeProgram } from '../../src/features/programs/change-program.js';
import { newPostgresUrl } from '../support/engines.js';
import { createGate, untilWaiting } from '../support/locks.js';
import { exampleFile, newNames, provision, storedOf, totalsOf } from './provision-support.js';

// Two pools on one server, as two processes have them. In test/main two processes apply a file at once.
describe('provisioning while a person changes the same thing', () => {
  let database: Database;
  let other: Database;
  beforeAll(async () => {
    const databaseUrl = await newPostgresUrl();
    database = await openDatabase({ databaseUrl, dataDir: '' });
    other = await openDatabase({ databaseUrl, dataDir: '' });
  });
  afterAll(async () => {
    await database.close();
    await other.close();
  });

  /** A change by a person that is written and not committed until the gate opens. */
  function uncommitted(change: (client: ClientBase) => Promise<unknown>) {
    const [written, commit] = [createGate(), createGate()];
    const done = withTransaction(other.pool, async (client) => {
      await change(client);
      written.open();
      await commit.opened;
    });
    return { written: written.opened, commit: commit.open, done };
  }

  test('waits for a change of a field, and leaves it alone', async () => {
    const names = newNames();
    const report = await provision(database.pool, exampleFile(names));
    const programId = report.programs[0]?.id ?? 0;
    const person = uncommitted((client) => changeProgram(client, programId, { hold_days: 14 }));
    await person.written;
    const file = exampleFile(names);
    file.workspaces[0].programs[0].hold_days = 21;
    const running = provision(database.pool, file);
    await untilWaiting(database.pool, 1);
    person.commit();
    await person.done;
    expect((await running).kept).toMatchObject([{ field: 'hold_days', current: 14, wanted: 21 }]);
    expect((await storedOf(database.pool, names.workspace)).programs).toMatchObject([{ hold_days: 14 }]);
  });

  test('waits for the removal of a member, and does not add them again', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const bert = { email: `b-${names.email}`, password: 'correct-horse-1', name: 'Bert', role: 'viewer' };
    file.workspaces[0].members.push(bert);
    await provision(database.pool, file);
    const { workspaces, users } = await storedOf(database.pool, names.workspace);
    const member = {
      workspaceId: workspaces?.[0].id,
      userId: users?.find(({ name }) => name === 'Bert').id,
    };
    const person = uncommitted((client) => changeMember(client, member, null));
    await person.written;
    const running = provision(database.pool, file);
    await untilWaiting(database.pool, 1);
    person.commit();
    await person.done;
    expect((await running).kept).toMatchObject([{ path: 'workspaces[0].members[1]', field: null }]);
    expect((await storedOf(database.pool, names.workspace)).workspace_members).toHaveLength(1);
  });

  test('two files that differ take turns, and the second knows what the first applied', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const files = [14, 21].map((holdDays) => {
      const file = exampleFile(names);
      file.workspaces[0].programs[0].hold_days = holdDays;
      return file;
    });
    const pools = [database.pool, other.pool];
    const reports = await Promise.all(
      files.map((file, index) => provision(pools[index] ?? database.pool, file)),
    );
    expect(reports.map(totalsOf)).toEqual(files.map(() => ({ created: 0, updated: 1, kept: 0 })));
  });
});
