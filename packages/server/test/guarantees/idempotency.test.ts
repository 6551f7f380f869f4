import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { engines, newPostgresUrl } from '../support/engines.js';
import { type Answer, ask } from '../support/management.js';
import { type SeededProgram, seedManagementKey, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { newStore, startBuiltService } from './built-service.js';

const HOOK = fileURLToPath(new URL('../support/answer-hook.cjs', import.meta.url));
const PERMISSIONS = ['link:write', 'key:write', 'api_key:write'];

interface Seeded {
  readonly program: SeededProgram;
  readonly token: string;
}

async function seedCaller(pool: Pool): Promise<Seeded> {
  const program = await seedProgram(pool);
  const { managementKey } = await seedManagementKey(pool, program, { permissions: PERMISSIONS });
  return { program, token: managementKey };
}

function sendLink(
  service: { readonly baseUrl: string },
  { program, token }: Seeded,
  {
    key,
    shortLink,
    isHeld = false,
  }: { readonly key: string; readonly shortLink: string; readonly isHeld?: boolean },
): Promise<Answer> {
  return ask(service, `/api/programs/${program.programId}/links`, {
    method: 'POST',
    body: { partner_id: program.partnerId, short_link: shortLink },
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(isHeld && { 'x-hold-answer': 'yes' }),
    },
  });
}

async function countLinks(pool: Pool, shortLink: string): Promise<number> {
  const { rows } = await pool.query('select count(*) as count from links where short_link = $1', [shortLink]);
  return rows[0].count;
}

describe.each(engines)('on %s', (engine) => {
  test('kill -9 between change and answer: the repeat changes nothing more and gets that answer', async () => {
    const store = await newStore(engine);
    const caller = await store.look(seedCaller);
    const link = { key: uniqueName('key'), shortLink: uniqueName('link') };
    const first = await startBuiltService({ ...store.env, NODE_OPTIONS: `--require ${HOOK}` });
    const lost = sendLink(first, caller, { ...link, isHeld: true }).catch(() => 'lost');
    await until(() => first.log().includes('answer held: '));
    const [, held = ''] = /answer held: (.*)/.exec(first.log()) ?? [];
    await first.kill();
    expect(await lost).toBe('lost');
    const second = await startBuiltService(store.env);
    const repeated = await sendLink(second, caller, link);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(repeated.body).toEqual(JSON.parse(held));
    await second.stop();
    await store.look(async (pool) => {
      expect(await countLinks(pool, link.shortLink)).toBe(1);
      const { rows } = await pool.query(`select target_id from audit_entries where action = 'link.create'`);
      expect(rows).toEqual([{ target_id: String(repeated.body.id) }]);
    });
  });
});

describe('two processes on one PostgreSQL', () => {
  async function startTwo() {
    const databaseUrl = await newPostgresUrl();
    const secrets = { current: 'a-secret-of-both-processes-012345', previous: [] };
    const services = [
      await startService('postgres', { databaseUrl, secrets }),
      await startService('postgres', { databaseUrl, secrets }),
    ] as const;
    return { services, pool: services[0].pool, caller: await seedCaller(services[0].pool) };
  }

  test('the same key at once has one effect, and everybody gets its answer or 409', async () => {
    const { services, pool, caller } = await startTwo();
    for (let round = 0; round < 10; round += 1) {
      const link = { key: uniqueName('key'), shortLink: uniqueName('link') };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => sendLink(services[index % 2] ?? services[0], caller, link)),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const { status, body } of refused)
        expect([status, body]).toEqual([
          409,
          { error: 'A request with this Idempotency-Key is in progress' },
        ]);
      expect(await countLinks(pool, link.shortLink)).toBe(1);
      const last = await sendLink(services[round % 2] ?? services[0], caller, link);
      expect(last.body).toEqual(done[0]?.body);
    }
    for (const service of services) await service.close();
  });

  test('409 in one while the other is at it, and its answer once it is done', async () => {
    const { services, pool, caller } = await startTwo();
    const [one, other] = services;
    const link = { key: uniqueName('key'), shortLink: uniqueName('link') };
    const client = await pool.connect();
    await client.query('begin');
    await client.query('lock table links in share mode');
    const first = sendLink(one, caller, link);
    await until(async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where relation = 'links'::regclass and not granted`,
      );
      return rows.length > 0;
    });
    const meanwhile = await sendLink(other, caller, link);
    expect([meanwhile.status, meanwhile.body]).toEqual([
      409,
      { error: 'A request with this Idempotency-Key is in progress' },
    ]);
    await client.query('commit');
    client.release();
    const done = await first;
    const again = await sendLink(other, caller, link);
    expect([done.status, again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      200,
      200,
      'true',
      done.body,
    ]);
    expect(await countLinks(pool, link.shortLink)).toBe(1);
    for (const service of services) await service.close();
  });
});
