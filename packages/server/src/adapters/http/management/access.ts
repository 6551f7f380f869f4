import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { findProgramAccess } from '../../../features/programs/find-program-access.js';
import { findPartnerAccess } from '../../../features/programs/partner-access.js';
import { findWorkspaceAccess } from '../../../features/workspaces/find-workspace-access.js';
import { UnavailableError } from '../../../ingest/unavailable-error.js';
import type { CallerSession, Operation, OperationPermission, Scope } from '../../../operations/operation.js';
import { permissionsOf, type Role } from '../../../operations/permissions.js';
import { authorize, parseId } from '../../../operations/run-operation.js';
import type { HttpContext } from '../context.js';
import { RefusedError } from '../errors.js';

/** What routes of operations depend on. */
export type ManagementContext = Pick<
  HttpContext,
  | 'database'
  | 'auth'
  | 'settings'
  | 'limits'
  | 'tracking'
  | 'eventNews'
  | 'eventWatch'
  | 'mailer'
  | 'securityLog'
  | 'reads'
  | 'encryption'
  | 'processor'
  | 'providers'
  | 'webhooks'
  | 'webhookServices'
  | 'connector'
  | 'forgetConfiguration'
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: OperationPermission;
    /** The action of a write in the audit log. */
    audit?: string;
  }
  interface FastifyRequest {
    /** The session the caller is signed in with; set before the handler of an operation that requires one runs. */
    callerSession: CallerSession | null;
    /** Where the operation runs; set before the handler of a route under a workspace or program runs. */
    scope: Scope | null;
  }
}

/** Finds out who is signed in, or refuses with 401. */
export function requireSession({ auth }: ManagementContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A request that an open page sends by itself does not count as use of the session.
    const isAutomatic = request.headers['svc-idle'] !== undefined;
    const session = await auth.sessionOf(request.headers.cookie, { isAutomatic }).catch((error: unknown) => {
      // Looking a session up needs nothing but the database.
      throw new UnavailableError(`the session could not be looked up: ${error}`);
    });
    if (session === null) throw new RefusedError('authentication_required');
    request.callerSession = session;
    // The answer belongs to one person, so no cache on the way may keep it.
    reply.header('cache-control', 'no-store');
    if (session.setCookies.length > 0) reply.header('set-cookie', session.setCookies);
  };
}

/** The person signed in, for audit entries. */
export function actorOf({ callerSession }: FastifyRequest) {
  return { userId: callerSession?.user.id ?? null, email: callerSession?.user.email ?? '' };
}

/**
 * Finds the workspace or program that the path names, with the caller's part in it, and refuses callers who may not run the
 * operation there: with 404, so that nobody learns what exists elsewhere. Contract section 5.
 */
export function requireScope({ database }: ManagementContext, operation: Operation) {
  return async (request: FastifyRequest): Promise<void> => {
    const params = request.params as { programId?: string; workspaceId?: string };
    const userId = request.callerSession?.user.id ?? '';
    const programId = parseId(params.programId);
    const workspaceId = parseId(params.workspaceId);
    let access: Access | null = null;
    if (operation.permission === 'partner') {
      const partner = programId && (await findPartnerAccess(database.pool, programId, userId));
      access = partner ? { ...partner, role: null, requiresTwoFactor: false } : null;
    } else if (programId !== null) {
      access = await findProgramAccess(database.pool, programId, userId);
    } else if (workspaceId !== null) {
      const found = await findWorkspaceAccess(database.pool, workspaceId, userId);
      access = found && { workspaceId, programId: null, ...found };
    }
    if (access === null) throw new RefusedError(operation.refusals?.unknown ?? 'not_found');
    const { role, partnerId = null, requiresTwoFactor } = access;
    const scope = {
      workspaceId: access.workspaceId,
      programId: access.programId,
      permissions: permissionsOf(role),
      role,
      partnerId,
    };
    authorize(operation, { scope, actor: actorOf(request) });
    // Only now: for somebody who is not a member the workspace does not exist. Contract, second part, 7.2.
    if (requiresTwoFactor && !request.callerSession?.user.hasTwoFactor)
      throw new RefusedError('two_factor_required');
    request.scope = scope;
  };
}

interface Access {
  readonly workspaceId: number;
  readonly programId: number | null;
  readonly role: Role | null;
  readonly partnerId?: number;
  readonly requiresTwoFactor: boolean;
}

/**
 * Refuses a write that a page of another site sends with somebody's cookies. Browsers name the page's origin with every
 * write; what names none at all is no browser and carries nobody else's cookies. The service's own origins are its
 * configured address and the one the request came to, which may be another name of this machine.
 */
export function requireOwnOrigin({ settings }: Pick<ManagementContext, 'settings'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined && (site === undefined || site === 'same-origin')) return;
    if (origin === settings.baseUrl || origin === `${request.protocol}://${request.host}`) return;
    throw new RefusedError('origin_not_allowed');
  };
}

/** Routes that are authorized otherwise: by API keys and origins, and signing in itself. */
const OTHERWISE_AUTHORIZED = ['/api/v1/', '/api/auth/'];

/**
 * Makes registering a route under /api fail that does not declare who may use it, and one that writes without declaring
 * the action of its audit entries, so that none is forgotten. The permission goes into the route's description, from
 * which the tests generate who has access.
 */
export function requireDeclaredPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.url.startsWith('/api/')) return;
    if (OTHERWISE_AUTHORIZED.some((prefix) => route.url.startsWith(prefix))) return;
    const name = `${route.method} ${route.url}`;
    const { permission, audit } = route.config ?? {};
    if (permission === undefined) throw new Error(`${name} declares no permission`);
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    if (!isRead && audit === undefined) throw new Error(`${name} declares no audit entry`);
    if (route.schema?.hide) throw new Error(`${name} is not described`);
    route.schema = { ...route.schema, ...{ 'x-permission': permission } };
  });
}
