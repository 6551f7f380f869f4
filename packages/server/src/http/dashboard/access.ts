import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { SessionUser } from '../../auth/create-auth.js';
import { isPermitted, type Permission, type Role } from '../../auth/permissions.js';
import type { Place } from '../../operations/audit/change.js';
import { findProgramAccess } from '../../operations/find-program-access.js';
import { findWorkspaceAccess } from '../../operations/find-workspace-access.js';
import { findPartnerAccess } from '../../operations/portal/list-partner-programs.js';
import { UnavailableError } from '../../tracking/unavailable-error.js';
import type { HttpContext } from '../context.js';
import { RefusedError } from '../errors.js';

/** What dashboard routes depend on. */
export type DashboardContext = Pick<
  HttpContext,
  | 'database'
  | 'auth'
  | 'settings'
  | 'limits'
  | 'tracking'
  | 'mailer'
  | 'securityLog'
  | 'encryption'
  | 'processor'
  | 'connector'
  | 'forgetConfiguration'
>;

/**
 * What a route asks of its caller: a permission of their role; `session`: being signed in; `partner`: taking part in
 * the program as a partner; `anyone`: nothing.
 */
export type RoutePermission = Permission | 'session' | 'partner' | 'anyone';

/** Where a request happens, once its caller has been let in. */
export interface Scope extends Place {
  readonly role: Role;
  /** Who the caller is as a partner, on the routes of partners. */
  readonly partnerId?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission;
    /** What the entry of a write in the audit log is called. */
    audit?: string;
  }
  interface FastifyRequest {
    /** Who is signed in; set before the handler of a dashboard route runs. */
    user: SessionUser | null;
    /** The session the caller is signed in with, as `Session.id`; set together with `user`. */
    sessionId: string | null;
    /** Where the request happens; set before the handler of a route under a workspace or program runs. */
    scope: Scope | null;
  }
}

/** A number of a row as it stands in a path; null when it is none. */
export function idFrom(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** Finds out who is signed in, or refuses with 401. */
export function requireSession({ auth }: DashboardContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // What an open page asks for by itself, long after anybody touched it, is no use of the session.
    const isAutomatic = request.headers['svc-idle'] !== undefined;
    const session = await auth.sessionOf(request.headers.cookie, { isAutomatic }).catch((error: unknown) => {
      // Nothing but the database is needed to look a session up.
      throw new UnavailableError(`the session could not be looked up: ${error}`);
    });
    if (session === null) throw new RefusedError('authentication_required');
    request.user = session.user;
    request.sessionId = session.id;
    // What is answered belongs to one person, so no cache on the way may keep it.
    reply.header('cache-control', 'no-store');
    if (session.setCookies.length > 0) reply.header('set-cookie', session.setCookies);
  };
}

/** The person signed in. Only for routes behind `requireSession`. */
export function userOf(request: FastifyRequest): SessionUser {
  if (request.user === null) throw new Error(`nobody was asked to sign in for ${request.routeOptions.url}`);
  return request.user;
}

/** The session the person is signed in with. Only for routes behind `requireSession`. */
export function sessionIdOf(request: FastifyRequest): string {
  if (request.sessionId === null) throw new Error(`${request.routeOptions.url} has no session`);
  return request.sessionId;
}

/**
 * Lets a request pass when the caller's role, in the workspace of the program or in the workspace the path names,
 * includes the permission the route declares. Everything else is 404, so that nobody learns what exists elsewhere.
 * Contract section 5.
 */
export function requirePermission({ database }: DashboardContext) {
  return async (request: FastifyRequest): Promise<void> => {
    const { permission } = request.routeOptions.config;
    if (permission === 'session') return;
    const params = request.params as { programId?: string; workspaceId?: string };
    const userId = userOf(request).id;
    const programId = idFrom(params.programId);
    const workspaceId = idFrom(params.workspaceId);
    let access: Access | null = null;
    if (programId !== null) {
      access = await findProgramAccess(database.pool, programId, userId);
    } else if (workspaceId !== null) {
      const found = await findWorkspaceAccess(database.pool, workspaceId, userId);
      access = found && { workspaceId, programId: null, ...found };
    }
    const role = access?.role ?? null;
    if (access === null || role === null || permission === undefined) throw new RefusedError('not_found');
    if (!isPermitted(role, permission as Permission)) throw new RefusedError('not_found');
    demandTwoFactor(request, access);
    request.scope = { workspaceId: access.workspaceId, programId: access.programId, role };
  };
}

interface Access extends Place {
  readonly role: Role | null;
  readonly requiresTwoFactor: boolean;
}

/**
 * Refuses a member without two-factor authentication where the workspace requires it. Only after it is settled that they
 * are a member: for everybody else the workspace does not exist. Contract, second part, 7.2.
 */
export function demandTwoFactor(request: FastifyRequest, access: Pick<Access, 'requiresTwoFactor'>): void {
  if (access.requiresTwoFactor && !userOf(request).hasTwoFactor)
    throw new RefusedError('two_factor_required');
}

/** Lets only those pass who take part in the program of the path as a partner; for all others it does not exist. */
export function requirePartner({ database }: DashboardContext) {
  return async (request: FastifyRequest): Promise<void> => {
    const programId = idFrom((request.params as { programId?: string }).programId);
    const access =
      programId === null ? null : await findPartnerAccess(database.pool, programId, userOf(request).id);
    if (access === null) throw new RefusedError('not_found');
    const { workspaceId, partnerId } = access;
    request.scope = { workspaceId, programId, role: 'none', partnerId };
  };
}

/**
 * Refuses a write that a page of another site sends with somebody's cookies. Browsers name the page's origin with every
 * write; what names none at all is no browser and carries nobody else's cookies. At home is the service's own address,
 * and the one the request came to, which may be another name of this machine.
 */
export function requireOwnOrigin({ settings }: Pick<DashboardContext, 'settings'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined && (site === undefined || site === 'same-origin')) return;
    if (origin === settings.baseUrl || origin === `${request.protocol}://${request.host}`) return;
    throw new RefusedError('origin_not_allowed');
  };
}

/** Routes that are authorised otherwise: by API keys and origins, and signing in itself. */
const OTHERWISE_AUTHORISED = ['/api/v1/', '/api/auth/'];

/**
 * Makes registering a route under /api fail that does not say who may use it, and one that writes without saying what
 * its entry in the audit log is called, so that none is forgotten. The permission goes into the route's description,
 * from which the tests generate who has to be let in.
 */
export function demandPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.url.startsWith('/api/')) return;
    if (OTHERWISE_AUTHORISED.some((prefix) => route.url.startsWith(prefix))) return;
    const name = `${route.method} ${route.url}`;
    const { permission, audit } = route.config ?? {};
    if (permission === undefined) throw new Error(`${name} declares no permission`);
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    if (!isRead && audit === undefined) throw new Error(`${name} declares no audit entry`);
    if (route.schema?.hide) throw new Error(`${name} is not described`);
    route.schema = { ...route.schema, ...{ 'x-permission': permission } };
  });
}
