import type { QueryClient } from '@tanstack/react-query';
import { request } from '../api/client.js';
import { isSignedOut } from '../api/error.js';
import { readLastProgram, rememberProgram } from './last-program.js';
import { meOptions, needsTwoFactor, partnerProgramsOptions, programOptions } from './session.js';

/** Where `/` leads: the first run, signing in, the program used last or else the oldest, or a partner's programs. */
export async function findStart(queries: QueryClient): Promise<string> {
  const me = await queries.ensureQueryData(meOptions).catch((error: unknown) => {
    if (isSignedOut(error)) return null;
    throw error;
  });
  if (me === null) return (await request('get', '/api/setup', {})).needed ? '/setup' : '/sign-in';
  const last = readLastProgram();
  if (last !== null) {
    const program = await queries.ensureQueryData(programOptions(last)).catch(() => null);
    if (program !== null) return `/p/${program.id}/overview`;
    rememberProgram(null);
  }
  const open = me.workspaces.filter((one) => !needsTwoFactor(me, one));
  if (me.workspaces.length > 0 && open.length === 0 && !me.is_partner) return '/account';
  const workspace = open.find(({ permissions }) => permissions.includes('program:read'));
  if (workspace === undefined) {
    const [closed] = open;
    return closed === undefined || me.is_partner ? startOfPartner(queries) : `/w/${closed.id}`;
  }
  const path = { workspaceId: workspace.id };
  const { data } = await request('get', '/api/workspaces/{workspaceId}/programs', {
    path,
    query: { limit: '200' },
  });
  const [newest] = data;
  // Lists begin with the newest, but the first is the one that a workspace was made for.
  const program = data.findLast(({ archived_at: archivedAt }) => archivedAt === null) ?? newest;
  if (!workspace.permissions.includes('program:write')) {
    return program === undefined ? `/w/${workspace.id}` : `/p/${program.id}/overview`;
  }
  if (program === undefined || newest === undefined || (await hasNoPartners(newest.id))) return '/setup';
  return `/p/${program.id}/overview`;
}

/** Without partners, the first setup was interrupted and continues. */
async function hasNoPartners(programId: number): Promise<boolean> {
  const counts = await request('get', '/api/programs/{programId}/partner-counts', { path: { programId } });
  return Object.values(counts).every((count) => count === 0);
}

/** A partner of one program goes straight there. */
async function startOfPartner(queries: QueryClient): Promise<string> {
  const { data } = await queries.ensureQueryData(partnerProgramsOptions);
  const [only, another] = data;
  return only !== undefined && another === undefined ? `/partner/${only.program_id}/overview` : '/partner';
}
