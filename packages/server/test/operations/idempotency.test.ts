import Type from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEncryption } from '../../src/crypto/encryption.js';
import { unchanged } from '../../src/operations/change.js';
import { defineOperation } from '../../src/operations/define-operation.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { type OperationRequest, runOperation } from '../../src/operations/run-operation.js';
import {
  createStoredResponses,
  deleteOldResponses,
  STORED_RESPONSES_PURPOSE,
} from '../../src/operations/stored-responses.js';
import { openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { type Answer, addMember, ask, seedUser, signIn, signInAs } from '../support/management.js';
import { requestOf } from '../support/operations.js';
import { readManagementRoutes } from '../support/routes.js';
import { type SeededProgram, seedManagementKey, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const REUSED = [422, { error: 'Idempotency-Key was used for another request' }];
const IN_PROGRESS = 'A request with this Idempotency-Key is in progress';

type Target = Pick<RunningService, 'baseUrl'>;
interface Sent {
  readonly cookie?: string;
  readonly token?: string;
  readonly key: string;
  readonly body: unknown;
}

function send(service: Target, path: string, { cookie, token, key, body }: Sent): Promise<Answer> {
  return ask(service, path, {
    method: 'POST',
    body,
    ...(cookie !== undefined && { cookie }),
    headers: {
      'idempotency-key': key,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
}

const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed');

describe.each(engines)('requests with an Idempotency-Key on %s', (engine) => {
  const secrets = { current: 'a-secret-of-the-service-0123456789', previous: [] };
  const service = shared(() => startService(engine, { secrets }));
  let program: SeededProgram;
  let owner: string;
  let links: string;
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    owner = await signInAs(service, program.workspaceId, 'owner');
    links = `/api/programs/${program.programId}/links`;
  });

  const newLink = () => ({ partner_id: program.partnerId, short_link: uniqueName('link') });
  const countOf = async (table: string, where: string, value: unknown): Promise<number> =>
    (await service.pool.query(`select count(*) as count from ${table} where ${where} = $1`, [value])).rows[0]
      .count;
  const sendAsOwner = (key: string, body: unknown, path = links) =>
    send(service, path, { cookie: owner, key, body });
  const inWorkspace = (path: string) => `/api/workspaces/${program.workspaceId}/${path}`;

  test.each(['session', 'management key'] as const)(
    'a repeat with a %s changes nothing more and gets the first response',
    async (by) => {
      const { managementKey } = await seedManagementKey(service.pool, program, {
        permissions: ['link:write'],
      });
      const as = by === 'session' ? { cookie: owner } : { token: managementKey };
      const body = newLink();
      const sent = { ...as, key: uniqueName('key'), body };
      const first = await send(service, links, sent);
      const again = await send(service, links, sent);
      expect([first.status, isReplayed(first)]).toEqual([200, null]);
      expect([again.status, isReplayed(again), again.body]).toEqual([200, 'true', first.body]);
      expect(await countOf('links', 'short_link', body.short_link)).toBe(1);
      expect(
        await countOf('audit_entries', `action = 'link.create' and target_id`, String(first.body.id)),
      ).toBe(1);
    },
  );

  test('the order of the fields does not make another request; another body or another route does', async () => {
    const key = uniqueName('key');
    const body = newLink();
    const first = await sendAsOwner(key, body);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    expect((await sendAsOwner(key, reordered)).body).toEqual(first.body);
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const others = [
      await sendAsOwner(key, newLink()),
      await sendAsOwner(key, { ...body, unknown_field: 1 }),
      await sendAsOwner(key, body, `/api/programs/${sibling.programId}/links`),
      await sendAsOwner(key, { type: 'click' }, `/api/programs/${program.programId}/test-events`),
    ];
    for (const answer of others) expect([answer.status, answer.body]).toEqual(REUSED);
  });

  test('callers and workspaces do not share keys', async () => {
    const key = uniqueName('key');
    const { userId, email } = await seedUser(service.pool);
    const other = await seedProgram(service.pool);
    await addMember(service.pool, program.workspaceId, userId, 'owner');
    await addMember(service.pool, other.workspaceId, userId, 'owner');
    const cookie = await signIn(service, email);
    const one = await seedManagementKey(service.pool, program, { permissions: ['link:write'] });
    const two = await seedManagementKey(service.pool, program, { permissions: ['link:write'] });
    const elsewhere = { partner_id: other.partnerId };
    const answers = [
      await sendAsOwner(key, newLink()),
      await send(service, links, { cookie, key, body: newLink() }),
      await send(service, links, { token: one.managementKey, key, body: newLink() }),
      await send(service, links, { token: two.managementKey, key, body: newLink() }),
      await send(service, `/api/programs/${other.programId}/links`, { cookie, key, body: elsewhere }),
    ];
    expect(answers.map((answer) => [answer.status, isReplayed(answer)])).toEqual(
      answers.map(() => [200, null]),
    );
  });

  test('a refused request is not kept: its key is good for the next one', async () => {
    const key = uniqueName('key');
    const { short_link: taken } = (await sendAsOwner(uniqueName('key'), newLink())).body;
    const refusals = [
      await sendAsOwner(key, { partner_id: 'none' }),
      await sendAsOwner(key, { ...newLink(), short_link: taken }),
      await sendAsOwner(key, { ...newLink(), short_link: taken }),
    ];
    expect(refusals.map((answer) => [answer.status, isReplayed(answer)])).toEqual([
      [400, null],
      [409, null],
      [409, null],
    ]);
    expect((await sendAsOwner(key, newLink())).status).toBe(200);
  });

  test('a key has 1 to 255 characters', async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      const answer = await sendAsOwner(key, newLink());
      expect([answer.status, answer.body]).toEqual([400, { error: 'Idempotency-Key is invalid' }]);
    }
    expect((await sendAsOwner('k'.repeat(255), newLink())).status).toBe(200);
  });

  test('400 for a body that is nested too deep to compare', async () => {
    const depth = 20_000;
    const response = await fetch(`${service.baseUrl}${links}`, {
      method: 'POST',
      headers: { cookie: owner, 'content-type': 'application/json', 'idempotency-key': uniqueName('key') },
      body: `{"partner_id":1,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    });
    expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid JSON body' }]);
  });

  test('a new key is shown again, and stands nowhere in the database', async () => {
    const { pool } = service;
    const key = uniqueName('key');
    const path = inWorkspace('management-keys');
    const body = { name: 'CI', permissions: ['program:read'] };
    const first = await sendAsOwner(key, body, path);
    expect(first.status).toBe(200);
    expect((await sendAsOwner(key, body, path)).body).toEqual(first.body);
    const { rows } = await pool.query('select * from idempotency_records where key = $1', [key]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.body.management_key);
    expect(JSON.stringify(rows)).not.toContain(first.body.key.hint);
  });

  test('a repeat sends no second mail', async () => {
    const email = `${uniqueName('new')}@people.test`;
    const key = uniqueName('key');
    const first = await sendAsOwner(key, { email, role: 'viewer' }, inWorkspace('invitations'));
    const again = await sendAsOwner(key, { email, role: 'viewer' }, inWorkspace('invitations'));
    expect([first.body.mail_sent, again.body, isReplayed(again)]).toEqual([true, first.body, 'true']);
    expect(service.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('after 24 hours a key is new, and a job removes what was kept', async () => {
    const [reused, unused] = [uniqueName('key'), uniqueName('key')];
    await sendAsOwner(reused, newLink());
    await sendAsOwner(unused, newLink());
    const age = (interval: string) =>
      service.pool.query(
        'update idempotency_records set created_at = now() - $2::interval where key = any ($1)',
        [[reused, unused], interval],
      );
    await age('23 hours 59 minutes');
    expect((await sendAsOwner(reused, newLink())).status).toBe(422);
    expect(await deleteOldResponses(service.pool, 10)).toBe(0);
    await age('24 hours');
    const answer = await sendAsOwner(reused, newLink());
    expect([answer.status, isReplayed(answer)]).toEqual([200, null]);
    expect(await deleteOldResponses(service.pool, 10)).toBe(1);
    expect(await countOf('idempotency_records', 'key', reused)).toBe(1);
    expect(await countOf('idempotency_records', 'key', unused)).toBe(0);
  });

  test('409 while the same request is under way in this process', async () => {
    const parts = await openBooks(engine);
    const { workspaceId } = await seedProgram(parts.pool);
    const request = await requestOf({ pool: parts.pool }, { workspaceId });
    const ran: string[] = [];
    let letItEnd = () => {};
    const gate = new Promise<void>((resolve) => {
      letItEnd = resolve;
    });
    let hasBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve;
    });
    const operation = recordingOperation(ran, () => {
      hasBegun();
      return gate;
    });
    const run = () =>
      runOperation(operation, {
        ...request,
        input: { name: 'a' },
        repeat: { key: 'one', onReplay: () => ran.push('replayed') },
      });
    const first = run();
    await begun;
    await expect(run()).rejects.toMatchObject({ code: 'idempotency_in_progress', message: IN_PROGRESS });
    letItEnd();
    expect(await first).toEqual(await run());
    expect(ran).toEqual(['run a', 'after a', 'replayed']);
    await parts.close();
  });

  test('a response that no configured secret decrypts is refused, and one of the previous secret is not', async () => {
    const parts = await openBooks(engine);
    const { workspaceId } = await seedProgram(parts.pool);
    const responses = (current: string, ...previous: string[]) =>
      createStoredResponses(createEncryption({ current, previous }, STORED_RESPONSES_PURPOSE));
    const ran: string[] = [];
    const operation = recordingOperation(ran);
    const runWith = async (storedResponses: ReturnType<typeof responses>) => {
      const request = await requestOf({ pool: parts.pool }, { workspaceId });
      return runOperation(operation, {
        ...request,
        services: { ...request.services, storedResponses },
        input: { name: 'a' },
        repeat: { key: 'one', onReplay: () => ran.push('replayed') },
      });
    };
    await runWith(responses('the-first-secret'));
    await runWith(responses('the-second-secret', 'the-first-secret'));
    await expect(runWith(responses('the-third-secret'))).rejects.toMatchObject({
      code: 'idempotency_unreadable',
    });
    expect(ran).toEqual(['run a', 'after a', 'replayed']);
    await parts.close();
  });
});

/** An operation that writes nothing and notes what of it ran; `after` fails as its input says. */
function recordingOperation(ran: string[], whileRunning: () => Promise<void> = async () => {}) {
  return defineOperation({
    name: 'recordRun',
    route: 'POST /api/workspaces/:workspaceId/runs',
    permission: 'program:write',
    summary: 'Note that it ran',
    input: Type.Object({ name: Type.String(), fails: Type.Optional(Type.String()) }),
    output: Type.Object({ name: Type.String(), sent: Type.Boolean() }),
    audit: 'run.record',
    async run({ input }) {
      ran.push(`run ${input.name}`);
      await whileRunning();
      return unchanged({ name: input.name });
    },
    answerWithoutAfter: ({ name }) => ({ name, sent: false }),
    async after({ input }, { name }) {
      if (input.fails === 'refused') throw new RefusedError('link_missing');
      if (input.fails === 'broken') throw new Error('the email server is on fire');
      ran.push(`after ${name}`);
      return { name, sent: true };
    },
  });
}

test('an answer with sums of money, which no number holds, is answered again digit by digit', async () => {
  const books = await openBooks('embedded');
  const { workspaceId } = await seedProgram(books.pool);
  const request = await requestOf({ pool: books.pool }, { workspaceId });
  let runs = 0;
  const operation = defineOperation({
    name: 'sum',
    route: 'POST /api/workspaces/:workspaceId/sums',
    permission: 'program:write',
    summary: 'Sum something',
    input: Type.Object({}),
    output: Type.Object({ total: Type.Unsafe<bigint>(Type.Integer()) }),
    audit: 'sum.make',
    async run() {
      runs += 1;
      return unchanged({ total: 2n ** 60n + 1n });
    },
  });
  const run = () => runOperation(operation, { ...request, input: {}, repeat: { key: 'one', onReplay() {} } });
  expect([await run(), await run(), runs]).toEqual([{ total: 2n ** 60n + 1n }, { total: 2n ** 60n + 1n }, 1]);
  await books.close();
});

describe('an operation with work after its change', () => {
  const books = shared(() => openBooks('embedded'));
  let request: OperationRequest;
  beforeAll(async () => {
    const { workspaceId } = await seedProgram(books.pool);
    request = await requestOf({ pool: books.pool }, { workspaceId });
  });

  function runs() {
    const ran: string[] = [];
    const key = uniqueName('key');
    const operation = recordingOperation(ran);
    const run = (input: object) =>
      runOperation(operation, { ...request, input, repeat: { key, onReplay: () => ran.push('replayed') } });
    return { ran, run };
  }

  test('is answered again with what the work came to', async () => {
    const { ran, run } = runs();
    const answers = [await run({ name: 'a' }), await run({ name: 'a' })];
    expect(answers).toEqual([
      { name: 'a', sent: true },
      { name: 'a', sent: true },
    ]);
    expect(ran).toEqual(['run a', 'after a', 'replayed']);
  });

  test('whose work failed is not changed twice, and answered with what is certain', async () => {
    const { ran, run } = runs();
    const input = { name: 'a', fails: 'broken' };
    await expect(run(input)).rejects.toThrow('on fire');
    expect(await run(input)).toEqual({ name: 'a', sent: false });
    expect(ran).toEqual(['run a', 'replayed']);
  });

  test('whose work was refused can be repeated', async () => {
    const { ran, run } = runs();
    await expect(run({ name: 'a', fails: 'refused' })).rejects.toMatchObject({ code: 'link_missing' });
    expect(await run({ name: 'a' })).toEqual({ name: 'a', sent: true });
    expect(ran).toEqual(['run a', 'run a', 'after a']);
  });
});

test('every POST in a workspace describes the header, and nothing else does', async () => {
  const service = await startService('embedded');
  const routes = await readManagementRoutes(service);
  const described = routes.filter(({ headers }) => headers.includes('Idempotency-Key'));
  const posts = routes.filter(
    ({ method, permission }) => method === 'post' && permission !== 'anyone' && permission !== 'session',
  );
  expect(described).toEqual(posts);
  expect(posts.length).toBeGreaterThan(15);
  await service.close();
});
