// Loses the power again and again while it commits to the embedded database in a directory, and checks after each start
// that all that was answered is there. Says how many commits the database has in the end, or what is wrong.
// Arguments: directory, a directory for removed files, seed, how often, how many commits there are already.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { createEmbeddedClient } from '../../../src/database/embedded/client.js';
import { type Engine, startEngine } from '../../../src/database/embedded/engine.js';
import { createRandom } from '../../support/random.js';
import { watchPower } from '../power.js';

/** File calls that a few commits, a checkpoint and the next start take. */
const MOST_CALLS = 300;
const MOST_CALLS_OF_A_START = 60;

const [directory = '', graveyard = '', seed, failures, done] = process.argv.slice(2);
const random = createRandom(Number(seed));
const power = watchPower(directory, graveyard);
/** The database must have every number up to `answered`, and at most those up to `asked`. */
const expected = { answered: Number(done), asked: Number(done) };

/** A client that asks nothing more once the power has failed: the program that it is in has ended with it. */
async function connect(engine: Engine): Promise<pg.Client> {
  const isOver = power.isOver();
  const never = new Promise<Uint8Array>(() => undefined);
  const ask: Engine['ask'] = (...asked) => (isOver() ? never : engine.ask(...asked));
  const client = createEmbeddedClient(ask, { types: pg.types });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number; last: number; total: number; damaged: number }>(
    `select count(*)::int as count, coalesce(max(n), 0) as last, (select total from totals) as total,
       count(*) filter (where length(padding) <> 1 + n % 700)::int as damaged
     from numbers`,
  );
  const row = rows[0] ?? assert.fail('no answer');
  const what = `${JSON.stringify(row)} of ${JSON.stringify(expected)}`;
  assert.ok(row.last >= expected.answered, `answered commits are lost: ${what}`);
  assert.ok(row.last <= expected.asked, `there is what nobody has asked for: ${what}`);
  assert.ok(row.count === row.last && row.total === row.last && row.damaged === 0, `damaged: ${what}`);
  Object.assign(expected, { answered: row.last, asked: row.last });
}

async function start() {
  const engine = await startEngine(directory, () => undefined);
  const client = await connect(engine);
  await client.query(
    `create table if not exists numbers (n integer primary key, padding text);
     create table if not exists totals (total integer);
     insert into totals select 0 where not exists (select from totals)`,
  );
  await check(client);
  return { engine, client };
}

/** Commits, and does what else makes the engine write, until the power fails. */
async function work({ engine, client }: Awaited<ReturnType<typeof start>>): Promise<undefined> {
  for (let n = expected.answered + 1; ; n++) {
    expected.asked = n;
    await client.query(
      `begin; insert into numbers select ${n}, repeat(chr(97 + ${n % 26}), 1 + ${n} % 700);
       update totals set total = total + 1; commit`,
    );
    expected.answered = n;
    const step = random.next();
    if (step < 0.05) await engine.syncWritten();
    else if (step < 0.1) await engine.checkpoint();
    else if (step < 0.12) await client.query('vacuum totals');
    else if (step < 0.14) await client.query('create table passing (n integer); drop table passing');
    else if (step < 0.15) await client.query('reindex table numbers');
  }
}

/** What came of it; undefined when the power failed first, and then who was at it never comes to an end. */
async function untilFailure<Result>(
  failed: Promise<void>,
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  const running = run();
  const result = await Promise.race([failed.then(() => undefined), running]);
  running.catch(() => undefined);
  return result;
}

/** With the power still off, what is left of the engine comes to its end. */
async function restorePower(): Promise<void> {
  await setImmediate();
  power.restore(random.chance(0.5) ? 'all' : random);
}

let running = await start();
let failedStarts = 0;
for (let count = 0; count < Number(failures); count++) {
  const failed = power.failAt(random.int(1, MOST_CALLS));
  const current = running;
  await untilFailure(failed, () => work(current));
  await restorePower();
  for (;;) {
    const calls = random.chance(0.2) ? random.int(1, MOST_CALLS_OF_A_START) : Number.POSITIVE_INFINITY;
    const started = await untilFailure(power.failAt(calls), start);
    if (started !== undefined) {
      running = started;
      break;
    }
    failedStarts += 1;
    await restorePower();
  }
}
power.unplug();
await running.engine.close();
console.log(`${expected.answered} commits, ${failedStarts} failed starts`);
process.exit(0);
