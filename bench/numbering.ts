// How many events a second are numbered, and how long a look takes when there are none. `npx tsx bench/numbering.ts [events]`;
// both engines.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../packages/server/src/database/migrate.js';
import { type Database, openDatabase } from '../packages/server/src/database/open.js';
import { hasUnnumberedEvents, numberEvents } from '../packages/server/src/events/number-events.js';
import { findPostgres } from '../packages/server/test/support/postgres-binaries.js';
import { createPostgres } from '../packages/server/test/support/postgres-server.js';

const events = Number(process.argv[2] ?? 100_000);
const WORKSPACES = 10;
const LOOKS = 1_000;

async function measure(label: string, { pool }: Database): Promise<void> {
  await migrate(pool);
  await pool.query(
    `insert into events (workspace_id, program_id, type, test_mode, object_id)
     select 1 + n % $2, 1, 'sale.created', false, n from generate_series(1, $1::bigint) n`,
    [events, WORKSPACES],
  );
  const perSecond = async (limit: number, count: number) => {
    const startedMs = performance.now();
    for (let numbered = 0; numbered < count; ) numbered += (await numberEvents(pool, { limit })).count;
    return Math.round((count * 1000) / (performance.now() - startedMs));
  };
  const few = await perSecond(10, events / 100);
  const many = await perSecond(1_000, events - events / 100);
  const startedMs = performance.now();
  for (let looks = 0; looks < LOOKS; looks++) await hasUnnumberedEvents(pool);
  const lookMs = (performance.now() - startedMs) / LOOKS;
  console.log(
    `${label}: ${many} events/s in batches of 1,000; ${few} in batches of 10; a look takes ${lookMs.toFixed(2)} ms`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'svc-numbering-'));
const embedded = await openDatabase({ dataDir: join(folder, 'data') });
await measure('embedded', embedded);
await embedded.close();
// PostgreSQL refuses to run as root, so its own user must get through the folder.
await chmod(folder, 0o711);
const server = await createPostgres(findPostgres(folder), join(folder, 'postgres'));
const postgres = await openDatabase({ databaseUrl: server.url, dataDir: '' });
await measure('PostgreSQL', postgres);
await postgres.close();
await server.stop();
await rm(folder, { recursive: true });
