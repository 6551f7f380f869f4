import { randomUUID } from 'node:crypto';
import type { EventFeed } from '@svc/contract';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { numberEvents } from '../../src/events/number-events.js';
import { newPostgresUrl } from '../support/engines.js';
import { findNumberingFaults } from '../support/event-rows.js';
import { compareEvents } from '../support/events.js';
import { readFeed } from '../support/feed.js';
import { addMember, seedUser, signIn } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { statusOf, until } from '../support/service-process.js';
import { type BuiltService, directPool, newStore, postgresEnv, startBuiltService } from './built-service.js';
import { type Answer, httpClient } from './http-client.js';

const WRITERS = 30;
const SALES_OF_EACH = 40;

/** Somebody who reads the feed of a program's workspace. */
async function seedReader(pool: Parameters<typeof seedUser>[0], workspaceId: number): Promise<string> {
  const { userId, email } = await seedUser(pool);
  await addMember(pool, workspaceId, userId, 'viewer');
  return email;
}

/** Reads on from its last number, wherever a process answers, until it is stopped; keeps every number it was given. */
function startReader(program: SeededProgram, email: string, services: () => readonly BuiltService[]) {
  const numbers: number[] = [];
  const cookies = new Map<string, string>();
  let isStopped = false;
  async function readOnce(service: BuiltService, after: number): Promise<EventFeed> {
    const { baseUrl } = service;
    const cookie = cookies.get(baseUrl) ?? (await signIn(service, email));
    cookies.set(baseUrl, cookie);
    return readFeed(
      service,
      { workspaceId: program.workspaceId, cookie },
      { after, limit: 50, wait_seconds: 1 },
    );
  }
  async function read(): Promise<void> {
    for (let after = 0, turn = 0; !isStopped; turn++) {
      const all = services();
      // A process that was killed gives no page, and its reader asks the next with the same number.
      const page = await readOnce(all[turn % all.length] as BuiltService, after).catch(() => null);
      if (page === null) {
        await until(async () => (await statusOf(`${services()[0]?.baseUrl}/readyz`)) === 200);
        continue;
      }
      numbers.push(...page.data.map(({ sequence }) => sequence));
      after = page.last_sequence;
    }
  }
  const reading = read();
  return {
    numbers,
    async stop() {
      isStopped = true;
      await reading;
    },
  };
}

/** Leads and sales of one customer after the other; what gets no answer is sent again. */
async function write(
  program: SeededProgram,
  services: () => readonly BuiltService[],
  writer: number,
): Promise<void> {
  let hasEnded = false;
  onTestFinished(() => {
    hasEnded = true;
  });
  for (let sold = 0; sold < SALES_OF_EACH && !hasEnded; sold++) {
    const customer_key = `customer-${randomUUID()}`;
    const send = async (path: '/track/click' | '/api/v1/track/lead' | '/api/v1/track/sale', body: object) => {
      let answer: Answer | null = null;
      let turn = writer;
      await until(async () => {
        const all = services();
        const { baseUrl } = all[turn++ % all.length] as BuiltService;
        answer = await httpClient(baseUrl, program.apiKey).post(path, { ...body });
        return hasEnded || (answer !== null && answer.status < 500);
      });
      return (answer as Answer | null)?.body ?? {};
    };
    const { click_id } = await send('/track/click', { affiliate_url: program.affiliateUrl });
    await send('/api/v1/track/lead', { customer_key, click_id });
    await send('/api/v1/track/sale', { customer_key, transaction_id: randomUUID(), amount_cents: 1000 });
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a reader that follows the feed', () => {
  test('skips and repeats nothing while 30 writers use two processes that are killed, and a transaction stays open', {
    timeout: 400_000,
  }, async () => {
    const databaseUrl = await newPostgresUrl();
    const pool = await directPool(databaseUrl);
    const program = await seedProgram(pool);
    const { workspaceId, programId } = program;
    const email = await seedReader(pool, workspaceId);
    const env = postgresEnv(databaseUrl);
    const services = [await startBuiltService(env), await startBuiltService(env)];
    const reader = startReader(program, email, () => services);

    // Its events are older than all others when they are committed, in the middle of the load.
    const slow = new pg.Client({ connectionString: databaseUrl });
    await slow.connect();
    onTestFinished(() => slow.end());
    await slow.query('begin');
    await slow.query(
      `insert into events (workspace_id, program_id, type, test_mode, object_id)
         select $1, $2, 'payout.created', true, 0 from generate_series(1, 5)`,
      [workspaceId, programId],
    );
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => write(program, () => services, writer)),
    );
    for (const [index, reached] of [200, 500, 900].entries()) {
      await until(() => reader.numbers.length >= reached);
      if (index === 1) await slow.query('commit');
      const killed = index % services.length;
      await services[killed]?.kill();
      services[killed] = await startBuiltService(env);
    }
    await writing;
    const { rows } = await pool.query('select count(*) as n from events');
    await until(() => reader.numbers.length >= rows[0].n);
    await reader.stop();
    expect(reader.numbers).toEqual(upTo(rows[0].n));
    expect(rows[0].n).toBeGreaterThanOrEqual(WRITERS * SALES_OF_EACH * 3 + 5);
    expect(await findNumberingFaults(pool)).toEqual([]);
    expect(await compareEvents(pool)).toEqual([]);
  });

  test('skips and repeats nothing on the embedded database, whose process is killed again and again', {
    timeout: 400_000,
  }, async () => {
    const store = await newStore('embedded');
    const { program, email } = await store.look(async (pool) => {
      const seeded = await seedProgram(pool);
      return { program: seeded, email: await seedReader(pool, seeded.workspaceId) };
    });
    const env = { SVC_SECRET: 'a-secret-of-more-than-32-characters', ...store.env };
    const services = [await startBuiltService(env)];
    const reader = startReader(program, email, () => services);
    const writing = Promise.all(
      Array.from({ length: 8 }, (_, writer) => write(program, () => services, writer)),
    );
    for (const reached of [50, 150, 300]) {
      await until(() => reader.numbers.length >= reached);
      await services[0]?.kill();
      services[0] = await startBuiltService(env);
    }
    await writing;
    await until(() => reader.numbers.length >= 8 * SALES_OF_EACH * 3);
    await reader.stop();
    expect(await services[0]?.stop()).toBe(0);
    await store.look(async (pool) => {
      const { rows } = await pool.query('select count(*) as n from events');
      await numberEvents(pool, { limit: 10_000 });
      expect(reader.numbers).toEqual(upTo(reader.numbers.length));
      expect(reader.numbers.length).toBe(rows[0].n);
      expect(await findNumberingFaults(pool)).toEqual([]);
      expect(await compareEvents(pool)).toEqual([]);
    });
  });
});
