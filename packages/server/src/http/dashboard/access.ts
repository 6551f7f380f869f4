import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { SessionUser } from '../../auth/create-auth.js';
import { isPermitted, type Permission } from '../../auth/permissions.js';
import { findProgramAccess } from '../../operations/find-program-access.js';
import { findWorkspaceRole } from '../../operations/find-workspace-role.js';
import { UnavailableError } from '../../tracking/unavailable-error.js';
import type { HttpContext } from '../context.js';
import { RefusedError } from '../errors.js';

/** What dashboard routes depend on. */
export type DashboardContext = Pick<
  HttpContext,
  'database' | 'auth' | 'settings' | 'limits' | 'processor' | 'connector'
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a dashboard route asks of the caller's role; `session`: being signed in is enough. */
    permission?: Permission | 'session';
  }
  interface FastifyRequest {
    /** Who is signed in; set before the handler of a dashboard route runs. */
    user: SessionUser | null;
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
    const session = await auth.sessionOf(request.headers.cookie).catch((error: unknown) => {
      // Nothing but the database is needed to look a session up.
      throw new UnavailableError(`the session could not be looked up: ${error}`);
    });
    if (session === null) throw new RefusedError('authentication_required');
    request.user = session.user;
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
    let role = null;
    if (programId !== null) {
      role = (await findProgramAccess(database.pool, programId, userId))?.role ?? null;
    } else if (workspaceId !== null) {
      role = await findWorkspaceRole(database.pool, workspaceId, userId);
    }
    if (permission === undefined || !isPermitted(role, permission)) throw new RefusedError('not_found');
  };
}

/** Makes registering a route fail that does not say who may use it, so that none is forgotten. */
export function demandPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.permission === undefined) {
      throw new Error(`${route.method} ${route.url} declares no permission`);
    }
  });
}
