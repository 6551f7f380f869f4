import { beforeAll, describe, expect, test } from 'vitest';
import { runChange } from '../../src/operations/change.js';
import {
  describedRoutes,
  type DescribedRoute as Route,
  type Schema,
  sampleOf,
} from '../support/described-routes.js';
import { engines } from '../support/engines.js';
import { ask, PASSWORD, sale, seedUser, signIn, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const NUL = '\0';
const HALF_A_PAIR = '\ud83d';

/** What better-auth is sent: its routes are described without their fields. */
const SIGN_IN_FIELDS = {
  email: 'somebody@people.test',
  password: PASSWORD,
  newPassword: 'another-horse-1',
  currentPassword: PASSWORD,
  token: 'token',
  code: '123456',
};

/** A request that a route takes but for one text in it. */
interface Unstorable {
  readonly field: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

describe.each(engines)('text that the database cannot keep, on %s', (engine) => {
  const service = shared(() => startService(engine));
  let program: SeededProgram;
  let routes: Route[];
  let owner: string;
  let partner: string;

  beforeAll(async () => {
    program = await seedProgram(service.pool, { holdDays: 0 });
    owner = await signInAs(service, program.workspaceId, 'owner');
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    partner = await signIn(service, email);
    routes = await describedRoutes(service);
  });

  function fill(path: string, word = '1'): string {
    return path
      .replace('{programId}', String(program.programId))
      .replace('{workspaceId}', String(program.workspaceId))
      .replace(/\{\w+\}/g, word);
  }

  async function sendUnstorable(
    route: Route,
    { query, body }: Omit<Unstorable, 'field'>,
    path = fill(route.path),
  ) {
    const isByKey = route.path.startsWith('/api/v1/');
    const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`;
    return ask(service, path + search, {
      method: route.method.toUpperCase(),
      ...(isByKey
        ? { headers: { authorization: `Bearer ${program.apiKey}` } }
        : { cookie: route.permission === 'partner' ? partner : owner }),
      ...(body !== undefined && { body }),
    });
  }

  test('is refused in every field of every route, and named', async () => {
    let tried = 0;
    for (const route of routes) {
      for (const { field, ...unstorable } of unstorableRequestsOf(route)) {
        const answer = await sendUnstorable(route, unstorable);
        const name = `${route.method} ${route.path} ${JSON.stringify(unstorable)}: ${JSON.stringify(answer.body)}`;
        tried += 1;
        expect(answer.status, name).not.toBe(500);
        if (route.permission === undefined) continue;
        expect([answer.status, answer.body], name).toEqual([400, { error: `${field} is invalid` }]);
      }
    }
    expect(tried).toBeGreaterThan(150);
  });

  test('is unknown as a word of a path', async () => {
    let tried = 0;
    for (const route of routes) {
      const words = [...route.path.matchAll(/\{(\w+)\}/g)].filter(
        ([, name]) => !/programId|workspaceId/.test(`${name}`),
      );
      if (words.length === 0) continue;
      const body = route.method === 'get' ? {} : { body: sampleOf(route.body) as Record<string, unknown> };
      const query = sampleOf(route.query) as Record<string, string>;
      const answer = await sendUnstorable(route, { query, ...body }, fill(route.path, '%00'));
      tried += 1;
      expect([answer.status, answer.body], `${route.method} ${route.path}`).toEqual([
        404,
        { error: 'Not found' },
      ]);
    }
    expect(tried).toBeGreaterThan(20);
  });

  test('is refused by what signs in, in the body and in the address', async () => {
    const paths = routes.filter(({ path, method }) => path.startsWith('/api/auth/') && method === 'post');
    expect(paths.length).toBeGreaterThan(10);
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    for (const { path } of paths) {
      for (const [field, value] of Object.entries(SIGN_IN_FIELDS)) {
        for (const odd of [NUL, HALF_A_PAIR]) {
          const body = { ...SIGN_IN_FIELDS, [field]: value + odd };
          const answer = await ask(service, path, { method: 'POST', cookie, body });
          expect([answer.status, answer.body], path).toEqual([400, { error: `${field} is invalid` }]);
        }
      }
    }
    const reset = await ask(service, '/api/auth/reset-password?token=%00', {
      method: 'POST',
      body: { newPassword: 'another-horse-1' },
    });
    expect([reset.status, reset.body]).toEqual([400, { error: 'token is invalid' }]);
  });

  test('is found however deep it lies', async () => {
    const path = `/api/programs/${program.programId}/partners`;
    const deep = `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`;
    const commission = `{"type":"percent","basis_points":1,"more":${deep}}`;
    const response = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { cookie: owner, 'content-type': 'application/json' },
      body: `{"email":"petra@blog.test","name":"Petra","commission":${commission}}`,
    });
    expect([response.status, await response.json()]).toEqual([400, { error: 'commission is invalid' }]);
  });

  test('is refused by what signs in as well as a body that is nested too deep for anything', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    for (const [body, error] of [
      [deep, 'Request body must be a JSON object'],
      [`{"email":${deep}}`, 'email is invalid'],
    ]) {
      const response = await fetch(`${service.baseUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: String(body),
      });
      expect([response.status, await response.json()]).toEqual([400, { error }]);
    }
  });

  test('is made valid before it is written to the audit log, which cannot be corrected', async () => {
    const place = { workspaceId: program.workspaceId, programId: program.programId };
    const by = { actor: { userId: null, email: 'olive@people.test' }, action: uniqueName('act'), place };
    const texts = { nul: `a${NUL}b`, half: [`a${HALF_A_PAIR}`], whole: 'a😀' };
    await runChange(service.pool, by, async () => ({
      answer: null,
      entries: [{ on: 'thing', id: 1, before: texts, after: texts }],
    }));
    const { rows } = await service.pool.query(
      `select after ->> 'nul' as nul, before -> 'half' ->> 0 as half, after ->> 'whole' as whole, after::jsonb as after
         from audit_entries where action = $1`,
      [by.action],
    );
    expect(rows).toMatchObject([{ nul: 'a\ufffdb', half: 'a\ufffd', whole: 'a😀' }]);
  });

  test.each([
    ['half a pair', '\\ud83d'],
    ['a NUL', '\\u0000'],
  ])('spoils no story where an old entry holds it: %s', async (_what, escaped) => {
    const { commissionId, saleId } = await sale(service, program);
    const base = `/api/programs/${program.programId}`;
    const hold = `${base}/commissions/${commissionId}/hold`;
    await ask(service, hold, { method: 'POST', cookie: owner, body: { reason: 'Looks odd.' } });
    await service.pool.query(
      `insert into audit_entries (workspace_id, program_id, user_email, action, target_type, target_id, after)
       select workspace_id, program_id, user_email, action, target_type, target_id,
              replace(after::text, 'Looks odd.', $2)::json
         from audit_entries where target_type = 'commission' and target_id = $1`,
      [String(commissionId), `Odd ${escaped}`],
    );
    for (const path of [`commissions/${commissionId}`, `sales/${saleId}`]) {
      const { status, body } = await ask(service, `${base}/${path}/explain`, { cookie: owner });
      expect(status, path).toBe(200);
      const held = body.movements.find(({ kind }: { kind: string }) => kind === 'hold');
      expect(held).toMatchObject({ by: expect.stringContaining('@'), reason: expect.stringMatching(/odd/i) });
    }
    const own = await ask(service, `/api/partner/programs/${program.programId}/commissions/${commissionId}`, {
      cookie: partner,
    });
    expect([own.status, own.body.story.join(' ')]).toEqual([
      200,
      expect.stringContaining('was put on hold.'),
    ]);
    const audit = await ask(service, `/api/workspaces/${program.workspaceId}/audit`, { cookie: owner });
    expect(audit.status).toBe(200);
  });
});

/** For each text that a route takes: a request that is good but for that one. */
function unstorableRequestsOf({ query, body }: Route): Unstorable[] {
  const good = { query: sampleOf(query), body: sampleOf(body) } as Record<'query' | 'body', object>;
  const inBody = unstorableFields(body, [NUL, HALF_A_PAIR]).map(([field, value]) => ({
    field,
    query: { ...good.query } as Record<string, unknown>,
    body: { ...good.body, [field]: value },
  }));
  // Half a pair cannot stand in an address: it is bytes that are no UTF-8.
  const inQuery = unstorableFields(query, [NUL]).map(([field, value]) => ({
    field,
    query: { ...good.query, [field]: value },
  }));
  return [...inQuery, ...inBody];
}

function unstorableFields({ properties = {} }: Schema, odds: readonly string[]): [string, unknown][] {
  return Object.entries(properties).flatMap(([field, schema]) =>
    odds.flatMap((odd) => unstorableValues(schema, odd).map((value): [string, unknown] => [field, value])),
  );
}

/** The samples of a schema with one of its texts unstorable, one for each text. */
function unstorableValues(schema: Schema, odd: string): unknown[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => unstorableValues(one, odd));
  if (schema.items !== undefined) return unstorableValues(schema.items, odd).map((value) => [value]);
  if (schema.properties !== undefined) {
    return unstorableFields(schema, [odd]).map(([field, value]) => ({
      ...(sampleOf(schema) as object),
      [field]: value,
    }));
  }
  const sample = sampleOf(schema);
  return typeof sample === 'string' ? [sample + odd] : [];
}
