import { type ErrorCode, isRecord, responsesOf } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { type Actor, type Change, runChange } from '../../operations/audit/change.js';
import type { Page, PageRequest } from '../../operations/keyset.js';
import { RefusedError } from '../errors.js';
import { withoutValidation } from '../without-validation.js';
import { type DashboardContext, idFrom, type RoutePermission, type Scope } from './access.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { readInput } from './read-input.js';
import { isStorable } from './storable.js';

/** What a handler is told of its request: who is let in is settled, and what was sent fits the description. */
export interface Call<Query = unknown, Body = unknown> {
  readonly context: DashboardContext;
  readonly pool: Pool;
  readonly actor: Actor;
  /** The id of the person signed in; empty on routes for anyone. */
  readonly userId: string;
  readonly query: Query;
  readonly body: Body;
  readonly nowMs: number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Where the request happens. Throws where the path names neither workspace nor program. */
  readonly scope: Scope;
  /** The number of the program in the path. */
  readonly programId: number;
  readonly workspaceId: number;
  /** Whose a partner's request is: their own numbers, whatever the path says. */
  readonly owner: { readonly programId: number; readonly partnerId: number };
  /** A number in the path; 0, which nothing has, where it is none. */
  id(name?: string): number;
  /** A word in the path; refused as unknown where it is one that the database cannot keep. */
  text(name: string): string;
}

/** What all routes say of themselves. */
interface Described<Query extends TObject> {
  readonly url: string;
  readonly permission: RoutePermission;
  readonly summary: string;
  readonly query?: Query;
  readonly answer: TSchema;
  /** Besides those that the way of being authorised brings. */
  readonly errors?: readonly ErrorCode[];
  /** `text/csv`: the handler gives the file as text. */
  readonly type?: 'application/json' | 'text/csv';
}

/** A route that changes nothing. */
export interface ReadRoute<Query extends TObject = TObject> extends Described<Query> {
  read(call: Call<Static<Query>>): Promise<unknown>;
}

/** A list that is read page by page, newest first. Other fields of its query narrow it down. */
export interface ListRoute<Query extends TObject = TObject> extends Described<Query> {
  readonly name: string;
  readonly positionLength: number;
  list(call: Call<Static<Query>>, page: PageRequest): Promise<Page<unknown>>;
}

/** A call with what `prepare` made. */
type PreparedCall<Body extends TObject, Prepared> = Call<unknown, Static<Body>> & {
  readonly prepared: Prepared;
};

/** A route that changes something: what `change` writes and its audit entries are one transaction. */
export interface WriteRoute<Body extends TObject = TObject, Answer = unknown, Prepared = undefined>
  extends Described<TObject> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What its entries in the audit log are called. */
  readonly action: string;
  readonly body?: Body;
  /** What has to be done before the transaction, because it is slow. */
  prepare?(call: Call<unknown, Static<Body>>): Promise<Prepared>;
  /** Whose doing it is, where nobody is signed in. */
  actorOf?(call: PreparedCall<Body, Prepared>): Actor;
  change(client: ClientBase, call: PreparedCall<Body, Prepared>): Promise<Change<Answer>>;
  /** What is to happen when the change is on disk: mails, caches. Gives the answer. */
  after?(call: Call<unknown, Static<Body>>, answer: Answer): Promise<unknown>;
}

/** A route of any kind, as `registerRoutes` takes it. */
export type ManagedRoute = (app: FastifyInstance, context: DashboardContext) => void;

/** Declares a route that reads. */
export function read<Query extends TObject>(route: ReadRoute<Query>): ManagedRoute {
  return (app, context) =>
    app.route({
      ...optionsOf(route, 'GET'),
      handler: async (request, reply) => {
        const call = callOf(route, context, request, reply) as Call<Static<Query>>;
        const answer = await route.read(call);
        if (route.type === 'text/csv') {
          reply.header('content-type', 'text/csv; charset=utf-8');
          await recordExport(route, call);
        }
        return answer;
      },
    });
}

/** Nothing leaves as a file before it stands in the security log. Contract, second part, 7.2. */
async function recordExport({ url }: AnyRoute, call: Call): Promise<void> {
  const { context, request, reply, scope, userId, actor } = call;
  const file = /filename="([^"]+)"/.exec(String(reply.getHeader('content-disposition')))?.[1] ?? null;
  await context.securityLog.recordInWorkspace(
    scope.workspaceId,
    { id: userId, email: actor.email },
    {
      type: 'export.downloaded',
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      data: { file, route: url, program_id: scope.programId },
    },
  );
}

/** Declares a list. */
export function list<Query extends TObject>(route: ListRoute<Query>): ManagedRoute {
  return (app, context) =>
    app.route({
      ...optionsOf({ ...route, errors: ['limit_invalid', 'cursor_invalid', ...(route.errors ?? [])] }, 'GET'),
      handler: async (request, reply) => {
        const call = callOf(route, context, request, reply) as Call<Static<Query>>;
        const paged = { name: nameOf(route, call), positionLength: route.positionLength };
        const page = readPageRequest(request.query, paged);
        return pageAnswer(await route.list(call, page), paged);
      },
    });
}

/** A cursor is of one list: of this program, narrowed down in this way. */
function nameOf({ name }: { readonly name: string }, call: Call): string {
  const params = Object.values(call.request.params as Record<string, string>);
  const narrowed = Object.entries(call.query as object).filter(
    ([field]) => field !== 'limit' && field !== 'cursor',
  );
  const owner = params.length === 0 ? call.userId : params.join(' ');
  return narrowed.length === 0 ? `${name} ${owner}` : `${name} ${owner} ${JSON.stringify(narrowed)}`;
}

/** Declares a route that writes. */
export function write<Body extends TObject, Answer, Prepared = undefined>(
  route: WriteRoute<Body, Answer, Prepared>,
): ManagedRoute {
  const { action, body = Type.Object({}) } = route;
  return (app, context) =>
    app.route({
      ...optionsOf({ ...route, body }, route.method, action),
      handler: async (request, reply) => {
        const call = callOf({ ...route, body }, context, request, reply) as Call<unknown, Static<Body>>;
        const prepared = (await route.prepare?.(call)) as Prepared;
        const ready = Object.assign(call, { prepared });
        const actor = route.actorOf?.(ready) ?? call.actor;
        const by = { actor, action, place: request.scope };
        const answer = await runChange(call.pool, by, (client) => route.change(client, ready));
        return route.after === undefined ? answer : route.after(call, answer);
      },
    });
}

type AnyRoute = Described<TObject> & { readonly body?: TObject };

function optionsOf(route: AnyRoute, method: string, audit?: string): Omit<RouteOptions, 'handler'> {
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  const isOpen = route.permission === 'anyone';
  const errors: ErrorCode[] = [...(route.errors ?? [])];
  if (route.body !== undefined || route.query !== undefined) errors.push('field_required', 'field_invalid');
  if (audit !== undefined) errors.push('json_invalid', 'body_not_object', 'origin_not_allowed');
  if (!isOpen) errors.push('authentication_required');
  if (isManagement(route.url) && route.permission !== 'session') errors.push('two_factor_required');
  if (names.length > 0) errors.push('not_found');
  return {
    method,
    url: route.url,
    exposeHeadRoute: false,
    config: { permission: route.permission, ...(audit !== undefined && { audit }) },
    ...withoutValidation,
    schema: {
      tags: [tagOf(route.url)],
      security: isOpen ? [{}] : [{ session: [] }],
      summary: route.summary,
      ...(names.length > 0 && {
        params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))),
      }),
      ...(route.query !== undefined && { querystring: route.query }),
      ...(route.body !== undefined && method !== 'DELETE' && { body: route.body }),
      response: { ...responsesOf(route.answer, errors), ...(route.type === 'text/csv' && { 200: CSV }) },
    },
  };
}

/** Whether a route is about a workspace, and so for its members only. */
function isManagement(url: string): boolean {
  return url.startsWith('/api/programs/') || url.startsWith('/api/workspaces/');
}

const CSV = { description: 'The rows as a file', content: { 'text/csv': { schema: Type.String() } } };

function tagOf(url: string): string {
  return url.startsWith('/api/partner/') || url.startsWith('/api/public/') ? 'partner' : 'dashboard';
}

function callOf(
  route: AnyRoute,
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Call {
  const params = request.params as Record<string, string>;
  const { user } = request;
  return {
    context,
    pool: context.database.pool,
    actor: { userId: user?.id ?? null, email: user?.email ?? '' },
    userId: user?.id ?? '',
    query: route.query === undefined ? {} : readInput(route.query, request.query as Record<string, unknown>),
    body: route.body === undefined ? {} : readInput(route.body, bodyOf(request)),
    nowMs: Date.now(),
    request,
    reply,
    get scope() {
      if (request.scope === null) throw new Error(`${route.url} happens nowhere`);
      return request.scope;
    },
    get workspaceId() {
      return this.scope.workspaceId;
    },
    get owner() {
      const { programId, partnerId } = this.scope;
      if (programId === null || partnerId === undefined) throw new Error(`${route.url} is no partner's`);
      return { programId, partnerId };
    },
    get programId() {
      return this.scope.programId ?? 0;
    },
    id: (name = 'id') => idFrom(params[name]) ?? 0,
    text: (name) => wordOf(params[name]),
  };
}

function wordOf(given = ''): string {
  if (!isStorable(given)) throw new RefusedError('not_found');
  return given;
}

/** No body at all is an empty one: many changes say everything in their path. */
function bodyOf(request: FastifyRequest): Record<string, unknown> {
  if (request.body === undefined || request.body === null) return {};
  if (!isRecord(request.body)) throw new RefusedError('body_not_object');
  return request.body;
}

/** For `after` of a change of programs, partners, links or keys, of which something is kept in memory. */
export async function forgetConfiguration(call: Call, answer: unknown): Promise<unknown> {
  call.context.forgetConfiguration();
  return answer;
}

/** Registers routes of the dashboard. */
export function registerRoutes(
  app: FastifyInstance,
  context: DashboardContext,
  routes: readonly ManagedRoute[],
): void {
  for (const route of routes) route(app, context);
}
