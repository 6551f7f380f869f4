import { ask } from './management.js';
import type { SeededProgram } from './seed.js';
import type { RunningService } from './service.js';

/** A route of the management interface, as /openapi.json describes it. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** Permissions that it needs beside `permission`. */
  readonly alsoNeeds: readonly string[];
  readonly isWrite: boolean;
  /** Whether the description says that management keys open it. */
  readonly takesKeys: boolean;
  /** Names of the headers that it describes. */
  readonly headers: readonly string[];
}

/** What a route cannot be asked without. */
export const QUERIES: Readonly<Record<string, string>> = {
  '/api/programs/{programId}/breakdown': '?by=sub1',
  '/api/programs/{programId}/breakdown.csv': '?by=sub1',
  '/api/partner/programs/{programId}/breakdown': '?by=sub1',
  '/api/programs/{programId}/rules/preview': '?type=flat&amount_cents=1',
};

interface Described {
  readonly 'x-permission'?: string;
  readonly 'x-also-permissions'?: readonly string[];
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Every route under /api that is not authorised by a key or an origin, as /openapi.json describes it. */
export async function readManagementRoutes(service: RunningService): Promise<Route[]> {
  const { body } = await ask(service, '/openapi.json');
  return Object.entries<Record<string, Described>>(body.paths)
    .filter(([path]) => /^\/api\/(?!v1\/|auth\/)/.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security = [], parameters = [], ...operation }]) => ({
        method,
        path,
        permission: operation['x-permission'] ?? 'none declared',
        alsoNeeds: operation['x-also-permissions'] ?? [],
        isWrite: method !== 'get',
        takesKeys: security.some((one) => 'managementKey' in one),
        headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
      })),
    );
}

/** A path with things that exist, each made by the maker of its list; throws where there is none. */
export async function fillPath(
  path: string,
  { programId, workspaceId }: Pick<SeededProgram, 'programId' | 'workspaceId'>,
  makers: Readonly<Record<string, () => Promise<string>>>,
): Promise<string> {
  let filled = path
    .replace('{programId}', String(programId))
    .replace('{workspaceId}', String(workspaceId))
    .replace('{month}', '2026-03');
  for (const [, list, name] of path.matchAll(/\/([a-z-]+)\/\{(id|userId|deliveryId|noteId|host)\}/g)) {
    const make = makers[list ?? ''];
    if (make === undefined) throw new Error(`${path}: add to workspace.ts how one of ${list} is made`);
    filled = filled.replace(`{${name}}`, await make());
  }
  return filled;
}
