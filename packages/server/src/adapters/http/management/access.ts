import { MANAGEMENT_KEY_PREFIX } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Pool } from 'pg';
import type { ManagementKey } from '../../../features/management-keys/find-management-key.js';
import { findProgramAccess, findWorkspaceOfProgram } from '../../../features/programs/find-program-access.js';
import { findPartnerAccess, isPartnerOf } from '../../../features/programs/partner-access.js';
import { findWorkspaceAccess } from '../../../features/workspaces/find-workspace-access.js';
import { UnavailableError } from '../../../ingest/unavailable-error.js';
import type { CallerSession, Operation, OperationPermission, Scope } from '../../../operations/operation.js';
import { isPermitted, type Permission, permissionsOf } from '../../../operations/permissions.js';
import { authorize, isOnOwnKey, parseId } from '../../../operations/run-operation.js';
import { bearerToken } from '../bearer.js';
import type { HttpContext } from '../context.js';
import { RefusedError } from '../errors.js';
import { isAddressWithin, isWithin } from '../rate-limits.js';

/** What routes of operations depend on. */
export type ManagementContext = Pick<
  HttpContext,
  | 'database'
  | 'auth'
  | 'settings'
  | 'now'
  | 'limits'
  | 'sessionLimits'
  | 'managementKeys'
  | 'tracking'
  | 'eventNews'
  | 'eventWatch'
  | 'mailer'
  | 'securityLog'
  | 'reads'
  | 'encryption'
  | 'storedResponses'
  | 'sealKeys'
  | 'processor'
  | 'providers'
  | 'webhooks'
  | 'webhookServices'
  | 'connector'
  | 'connections'
  | 'computing'
  | 'longWork'
  | 'forgetConfiguration'
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: OperationPermission;
    alsoNeeds?: readonly Permission[];
    /** The action of a write in the audit log. */
    audit?: string;
  }
  interface FastifyRequest {
    /** The session the caller is signed in with; set before the handler of an operation that requires one runs. */
    callerSession: CallerSession | null;
    /** The management key that the caller presented instead. */
    managementKey: ManagementKey | null;
    /** Where the operation runs; set before the handler of a route under a workspace or program runs. */
    scope: Scope | null;
  }
}

/** Finds out who is signed in, or refuses with 401. */
export function requireSession({ auth, sessionLimits }: ManagementContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!sessionLimits.isWithin(request, reply)) return reply;
    // A request that an open page sends by itself does not count as use of the session.
    const session = await findSession(auth, request, request.headers['svc-idle'] !== undefined);
    if (session === null) throw new RefusedError('authentication_required');
    sessionLimits.note(request, session.user.id);
    request.callerSession = session;
    // The answer belongs to one person, so no cache on the way may keep it.
    reply.header('cache-control', 'no-store');
    if (session.setCookies.length > 0) reply.header('set-cookie', session.setCookies);
    return undefined;
  };
}

/** Finds out who is signed in, if anyone is. */
export function takeSession({ auth }: Pick<ManagementContext, 'auth'>) {
  return async (request: FastifyRequest): Promise<void> => {
    request.callerSession = await findSession(auth, request, true);
  };
}

async function findSession(
  auth: ManagementContext['auth'],
  { headers }: FastifyRequest,
  isAutomatic: boolean,
) {
  return auth.sessionOf(headers.cookie, { isAutomatic }).catch((error: unknown) => {
    // Looking a session up needs nothing but the database.
    throw new UnavailableError(`the session could not be looked up: ${error}`);
  });
}

/**
 * Whether management keys open an operation: those of workspaces and programs that ask for a permission, apart from what
 * belongs to people, and those of the caller's own jobs. Contract 2 section 8.
 */
export function isOpenToKeys({ path, needsSession }: Operation): boolean {
  return /^\/api\/(programs|workspaces|jobs)\//.test(path) && needsSession !== true;
}

/**
 * Finds out who is signed in or whose management key this is, or refuses with 401. Whatever else is sent as a Bearer token,
 * such as an API key of a program, is no way in.
 */
export function requireCaller(context: ManagementContext, operation: Operation) {
  const identifyPerson = requireSession(context);
  if (!isOpenToKeys(operation)) return identifyPerson;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === null || !token.startsWith(MANAGEMENT_KEY_PREFIX)) return identifyPerson(request, reply);
    const key = await context.managementKeys.use(token, request.ip);
    if (key === null) {
      if (!isAddressWithin(context.limits.reads, request, reply)) return reply;
      throw new RefusedError('api_key_unknown');
    }
    if (!isWithin(context.limits.management, key.id, reply)) return reply;
    request.managementKey = key;
    reply.header('cache-control', 'no-store');
    return undefined;
  };
}

/** The person signed in, or the management key, for audit entries. */
export function actorOf({ callerSession, managementKey }: FastifyRequest) {
  if (managementKey === null)
    return { userId: callerSession?.user.id ?? null, email: callerSession?.user.email ?? '' };
  return { userId: null, email: `management key "${managementKey.name}" (…${managementKey.hint})` };
}

/**
 * Finds the workspace or program that the path names, with the caller's part in it, and refuses callers who may not run the
 * operation there: with 404, so that nobody learns what exists elsewhere. Contract section 5.
 */
export function requireScope({ database: { pool } }: ManagementContext, operation: Operation) {
  return async (request: FastifyRequest): Promise<void> => {
    const { managementKey } = request;
    const access =
      managementKey === null
        ? await findAccessOfPerson(pool, operation, request)
        : await findAccessOfKey(pool, operation, managementKey, request);
    if (access === null) throw new RefusedError(operation.refusals?.unknown ?? 'not_found');
    const { requiresTwoFactor, ...scope } = access;
    const params = request.params as Readonly<Record<string, string>>;
    authorize(operation, { scope, actor: actorOf(request), key: managementKey, params });
    // Only now: for somebody who is not a member the workspace does not exist. Contract, second part, 7.2.
    if (requiresTwoFactor && !request.callerSession?.user.hasTwoFactor)
      throw new RefusedError('two_factor_required');
    request.scope = scope;
  };
}

interface Access extends Scope {
  /** Whether the caller has to use two-factor authentication: no key does. */
  readonly requiresTwoFactor: boolean;
}

/** The parameter of the query that names the partner whose portal a member of the team views. */
export const AS_PARTNER = 'as_partner';

/** In the place of a workspace's id: the workspace of the management key, for callers who know nothing but their key. */
const OWN_WORKSPACE = 'current';

/** The program and workspace that a path names; null where it names none, or no number. */
function placeIn({ params, managementKey }: FastifyRequest) {
  const { programId, workspaceId } = params as { programId?: string; workspaceId?: string };
  const isOwn = managementKey !== null && workspaceId === OWN_WORKSPACE;
  return {
    programId: parseId(programId),
    workspaceId: isOwn ? managementKey.workspaceId : parseId(workspaceId),
  };
}

async function findAccessOfPerson(
  pool: Pool,
  operation: Operation,
  request: FastifyRequest,
): Promise<Access | null> {
  const userId = request.callerSession?.user.id ?? '';
  const { programId, workspaceId } = placeIn(request);
  if (operation.permission === 'partner') {
    const { [AS_PARTNER]: viewed } = request.query as Readonly<Record<string, unknown>>;
    if (viewed !== undefined) return findAccessOfViewer(pool, operation, { programId, userId, viewed });
    const found = programId && (await findPartnerAccess(pool, programId, userId));
    return found ? { ...found, permissions: [], role: null, requiresTwoFactor: false } : null;
  }
  if (programId !== null) {
    const found = await findProgramAccess(pool, programId, userId);
    return found && { ...found, permissions: permissionsOf(found.role), partnerId: null };
  }
  if (workspaceId === null) return null;
  const found = await findWorkspaceAccess(pool, workspaceId, userId);
  return (
    found && {
      ...found,
      workspaceId,
      programId: null,
      permissions: permissionsOf(found.role),
      partnerId: null,
    }
  );
}

/**
 * Who manages partners sees the portal as one of them does, but for what is private, and changes nothing in it. Decision 45.
 * @throws {RefusedError} `portal_read_only` for everything that is no read, `field_invalid` for what is no id
 */
async function findAccessOfViewer(
  pool: Pool,
  { method, isPrivate }: Operation,
  place: { readonly programId: number | null; readonly userId: string; readonly viewed: unknown },
): Promise<Access | null> {
  const partnerId = parseId(place.viewed);
  if (partnerId === null) throw new RefusedError('field_invalid', AS_PARTNER);
  if (place.programId === null || isPrivate === true) return null;
  const found = await findProgramAccess(pool, place.programId, place.userId);
  if (found === null || !isPermitted(found.role, 'partner:write')) return null;
  if (!(await isPartnerOf(pool, { programId: found.programId, partnerId }))) return null;
  if (method !== 'GET') throw new RefusedError('portal_read_only');
  return { ...found, permissions: [], partnerId };
}

/**
 * What a key may do where the path leads; null outside of its workspace or program. A key of one program opens no route of
 * the workspace, because what those show and change concerns the other programs too; only itself it finds there.
 */
async function findAccessOfKey(
  pool: Pool,
  operation: Operation,
  key: ManagementKey,
  request: FastifyRequest,
): Promise<Access | null> {
  const { workspaceId, permissions } = key;
  const params = request.params as Readonly<Record<string, string>>;
  const programId = isOnOwnKey(operation, { key, params }) ? null : key.programId;
  const place = placeIn(request);
  const isElsewhere =
    place.programId === null
      ? programId !== null || place.workspaceId !== workspaceId
      : programId !== null && place.programId !== programId;
  if (isElsewhere) return null;
  if (place.programId !== null && (await findWorkspaceOfProgram(pool, place.programId)) !== workspaceId)
    return null;
  return {
    workspaceId,
    programId: place.programId,
    permissions,
    role: null,
    partnerId: null,
    requiresTwoFactor: false,
  };
}

/**
 * Refuses a write that a page of another site sends with somebody's cookies. Browsers name the page's origin with every
 * write; what names none at all is no browser and carries nobody else's cookies. The service's own origins are its
 * configured address and the one the request came to, which may be another name of this machine.
 */
export function requireOwnOrigin({ settings }: Pick<ManagementContext, 'settings'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // No browser adds a key by itself.
    if (request.managementKey !== null) return;
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
    const { permission, alsoNeeds, audit } = route.config ?? {};
    if (permission === undefined) throw new Error(`${name} declares no permission`);
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    if (!isRead && audit === undefined) throw new Error(`${name} declares no audit entry`);
    if (route.schema?.hide) throw new Error(`${name} is not described`);
    const described = { 'x-permission': permission, ...(alsoNeeds && { 'x-also-permissions': alsoNeeds }) };
    route.schema = { ...route.schema, ...described };
  });
}
