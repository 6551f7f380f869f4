import { MANAGEMENT_KEY_PERMISSIONS } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DescribedRoute, describedRoutes, type Schema, sampleOf } from '../support/described-routes.js';
import { engines } from '../support/engines.js';
import {
  CANARY,
  type ForeignWorkspace,
  plantCanaries,
  readGuardedRows,
} from '../support/foreign-workspace.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { casesOn, repetitions } from '../support/repetitions.js';
import { fillPath } from '../support/routes.js';
import { type SeededProgram, seedManagementKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { pathValueCreators, payableSale, seedPartnerUser } from '../support/workspace.js';

type Caller = { readonly cookie?: string; readonly headers?: Record<string, string> };
type Values = Readonly<Record<string, unknown>>;

/** What refuses a stranger; whatever else a route answers to one has to be expected here. */
const REFUSED = [400, 401, 403, 404];
const IS_THOROUGH = repetitions({ usual: 0, thorough: 1 }) === 1;
/** Pages and files for everyone, and what signs in: they belong to no workspace. */
const OF_NO_WORKSPACE =
  /^\/(api\/auth\/|docs|openapi|llms|js\/|healthz|readyz|metrics|webhooks\/|mcp|processor\/)/;

/**
 * Every route of /openapi.json, asked by callers who have nothing to do with a workspace that is full of canaries, with its ids in the
 * path, the query and the body. `npm test` asks each route once with a foreign place and once with foreign ids, on one of the engines.
 */
describe.each(engines)('ids of another workspace on %s', (engine) => {
  const service = shared(() => startService(engine));
  let routes: readonly DescribedRoute[];
  let foreign: ForeignWorkspace;
  let home: SeededProgram;
  let creators: Record<string, () => Promise<string>>;
  let owner: string;
  const callers: Record<string, Caller> = {};
  const bearer = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` } });

  beforeAll(async () => {
    const { pool } = service;
    const program = await seedProgram(pool, { holdDays: 0 });
    home = await seedProgram(pool, { holdDays: 0 });
    const sibling = await seedProgram(pool, { workspaceId: program.workspaceId });
    owner = await signInAs(service, program.workspaceId, 'owner');
    foreign = await plantCanaries(service, program);
    await payableSale(service, home);
    creators = pathValueCreators(service, home);
    const all = { permissions: MANAGEMENT_KEY_PERMISSIONS };
    const partner = await seedPartnerUser(pool, home, home.partnerId);
    callers['an owner of another workspace'] = { cookie: await signInAs(service, home.workspaceId, 'owner') };
    callers['a management key of another workspace'] = bearer(
      (await seedManagementKey(pool, home, all)).managementKey,
    );
    callers['a management key of another program'] = bearer(
      (await seedManagementKey(pool, program, { ...all, programId: sibling.programId })).managementKey,
    );
    callers['a partner of another workspace'] = { cookie: await signIn(service, partner.email) };
    callers['a viewer of another workspace'] = {
      cookie: await signInAs(service, home.workspaceId, 'viewer'),
    };
    callers['an API key of another program'] = bearer(sibling.apiKey);
    callers['an API key of another workspace'] = bearer(home.apiKey);
    callers['a caller without a session'] = {};
    const described = await describedRoutes(service);
    routes = casesOn(
      engine,
      described.filter(({ path }) => !OF_NO_WORKSPACE.test(path)),
    );
  });

  async function send(
    { method, path: route, query, body }: DescribedRoute,
    caller: Caller,
    path: string,
    foreignValues: { readonly query?: Values; readonly body?: Values } = {},
  ) {
    const isRead = method === 'get';
    const asked = { ...(sampleOf(query) as Values), ...foreignValues.query };
    const sent = { ...(sampleOf(body) as Values), ...foreignValues.body };
    const search = new URLSearchParams(asked as Record<string, string>);
    const answer = await ask(service, `${path}?${search}`, {
      method: method.toUpperCase(),
      ...caller,
      ...(!isRead && { body: sent }),
    });
    // What the caller sent itself shows nothing when it comes back.
    let text = JSON.stringify(answer.body) ?? '';
    for (const value of Object.values({ ...foreignValues.query, ...foreignValues.body }).flat())
      text = text.replaceAll(String(value), '');
    const name = `${method} ${route} ${JSON.stringify(foreignValues)}: ${answer.status} ${text.slice(0, 300)}`;
    expect(text.toLowerCase().includes(CANARY), name).toBe(false);
    expect(answer.status, name).not.toBe(500);
    return { status: answer.status, name };
  }

  /** Asks and compares what the foreign workspace holds before and afterwards. */
  async function expectUnchanged(walk: () => Promise<void>): Promise<void> {
    const before = await readGuardedRows(service.pool, foreign.program);
    await walk();
    const after = await readGuardedRows(service.pool, foreign.program);
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toBe(rows);
  }

  test('show canaries to those whose they are', async () => {
    let seen = 0;
    for (const route of routes) {
      if (route.method !== 'get' || route.permission === undefined || route.permission === 'anyone') continue;
      const { body } = await ask(service, await foreign.fill(route.path), { cookie: owner });
      if (
        JSON.stringify(body ?? '')
          .toLowerCase()
          .includes(CANARY)
      )
        seen += 1;
    }
    expect(seen).toBeGreaterThan(8);
  });

  test('open nothing to callers from elsewhere, and change nothing', async () => {
    const names = Object.keys(callers);
    let asked = 0;
    await expectUnchanged(async () => {
      for (const [index, route] of routes.entries()) {
        if (!route.path.includes('{') || route.isOpen) continue;
        const chosen = IS_THOROUGH ? names : [names[index % names.length] ?? ''];
        for (const caller of chosen) {
          const path = await foreign.fill(route.path);
          const { status, name } = await send(route, callers[caller] ?? {}, path);
          if (route.permission !== undefined) expect(REFUSED, `${caller}, ${name}`).toContain(status);
          asked += 1;
        }
      }
    });
    expect(asked).toBeGreaterThan(60);
  });

  test('are unknown in a place of one’s own, in the path', async () => {
    const inPlace = Object.entries(callers).slice(0, IS_THOROUGH ? undefined : 1);
    let asked = 0;
    await expectUnchanged(async () => {
      for (const route of routes) {
        const words = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word ?? '');
        const ownWords = words.filter(
          (word) => !['programId', 'workspaceId', 'month', 'file'].includes(word),
        );
        if (ownWords.length === 0 || route.isOpen) continue;
        for (const [caller, by] of inPlace) {
          const { status, name } = await send(route, by, await foreign.fill(route.path, home));
          if (route.permission !== undefined) expect(REFUSED, `${caller}, ${name}`).toContain(status);
          asked += 1;
        }
      }
    });
    expect(asked).toBeGreaterThan(25);
  });

  test('are unknown in a place of one’s own, in the query and the body', async () => {
    const trusted = Object.keys(callers).slice(0, 2);
    let asked = 0;
    await expectUnchanged(async () => {
      for (const route of routes) {
        for (const values of foreignValues(route, foreign)) {
          const isTracking = route.permission === undefined;
          const by = isTracking ? ['an API key of another workspace'] : trusted;
          for (const caller of by.slice(0, IS_THOROUGH ? undefined : 1)) {
            const path = (await fillPath(route.path, home, creators)).replace(/\{\w+\}/g, '1');
            await send(route, callers[caller] ?? {}, path, values);
            asked += 1;
          }
        }
      }
    });
    expect(asked).toBeGreaterThan(15);
  });
});

/** The fields of a route that refer to something: all at once, and one by one where the walk is thorough. */
function foreignValues(
  { path, query, body }: DescribedRoute,
  { referenceFor }: ForeignWorkspace,
): readonly { readonly query?: Values; readonly body?: Values }[] {
  const referring = ({ properties = {} }: Schema) =>
    Object.entries(properties).flatMap(([field, schema]): [string, unknown][] => {
      const value = referenceFor(field, path);
      if (value === null) return [];
      return [[field, isList(schema) ? [value] : value]];
    });
  const [inQuery, inBody] = [referring(query), referring(body)];
  if (inQuery.length + inBody.length === 0) return [];
  if (!IS_THOROUGH) return [{ query: Object.fromEntries(inQuery), body: Object.fromEntries(inBody) }];
  return [
    ...inQuery.map(([field, value]) => ({ query: { [field]: value } })),
    ...inBody.map(([field, value]) => ({ body: { [field]: value } })),
  ];
}

function isList({ items, anyOf = [] }: Schema): boolean {
  return items !== undefined || anyOf.some(isList);
}
