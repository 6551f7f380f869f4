import { pendingMigrations } from '../database/migrate.js';
import { allowLongStatements } from '../database/silence.js';
import { DatabaseUnusableError } from '../database/unusable-error.js';
import { findReplayDifferences } from '../features/policy/find-replay-differences.js';
import { type CommandContext, withExistingDatabase } from './commands.js';
import { createStatusLine, type StatusLine } from './status-line.js';

/**
 * Replays a program under the policy that was in force, in one snapshot of the database, and prints each difference; false when
 * there is one. Contract 2 section 16.
 */
export async function runReplay(
  context: CommandContext,
  given: string,
  status: StatusLine = createStatusLine(process.stderr),
): Promise<boolean> {
  const programId = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  if (programId === null) throw new DatabaseUnusableError('--program must be the id of a program, such as 1');
  return withExistingDatabase(
    context,
    async ({ pool }) => {
      if ((await pendingMigrations(pool)).length > 0) {
        throw new DatabaseUnusableError('The database schema is out of date: run `svc-server migrate`');
      }
      const client = await pool.connect();
      try {
        await client.query('begin isolation level repeatable read read only');
        await allowLongStatements(client);
        const onProgress = (done: number, total: number) =>
          status.show(`replayed ${done} of ${total} customers (${Math.floor((done / total) * 100)} %)`);
        const report = await findReplayDifferences(client, { programId, onProgress }).finally(status.clear);
        if (report === null) throw new DatabaseUnusableError(`There is no program ${programId}`);
        return printReport(context, report);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    { writes: false },
  );
}

function printReport(
  { print }: CommandContext,
  { sales, leads, differences, isCut }: NonNullable<Awaited<ReturnType<typeof findReplayDifferences>>>,
): boolean {
  for (const difference of differences) print(difference);
  print(`replayed ${sales} sales and ${leads} rewards of leads`);
  const { length } = differences;
  if (length === 0) print('no differences found');
  else print(`${isCut ? 'more than ' : ''}${length} difference${length === 1 ? '' : 's'}`);
  return length === 0;
}
