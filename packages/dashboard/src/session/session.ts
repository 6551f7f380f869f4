import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer, type Row, request } from '../api/client.js';
import { readOptions } from '../api/use-read.js';
import type { Permission } from './permissions.js';
import { viewedPartner } from './viewing.js';

export type Me = Answer<'/api/me'>;
export type Workspace = Me['workspaces'][number];
export type Program = Answer<'/api/programs/{programId}'>;
export type PartnerProgram = Row<'/api/partner/programs'>;

const STEADY_MS = 60_000;

/** Who is signed in. The router asks before any page that needs it is shown. */
export const meOptions = { ...readOptions('/api/me', {}), staleTime: STEADY_MS };

/** A program, by the number in the address. */
export function programOptions(programId: string | number) {
  const options = readOptions('/api/programs/{programId}', { path: { programId: String(programId) } });
  return { ...options, staleTime: STEADY_MS };
}

/** The programs somebody takes part in as a partner. */
export const partnerProgramsOptions = { ...readOptions('/api/partner/programs', {}), staleTime: STEADY_MS };

/** The programs of the portal: those somebody takes part in, or the one whose portal a member of the team views. */
export function portalProgramsOptions() {
  const viewed = viewedPartner();
  if (viewed === null) return partnerProgramsOptions;
  const { programId, partnerId } = viewed;
  const path = { programId };
  return {
    ...partnerProgramsOptions,
    queryKey: ['viewed', programId, partnerId],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({
      data: [await request('get', '/api/partner/programs/{programId}', { path }, { signal })],
      next_cursor: null,
    }),
  };
}

/** Whether a workspace stays closed until the viewer has set up two-factor authentication. */
export function needsTwoFactor({ user }: Me, workspace: Workspace): boolean {
  return workspace.two_factor_required && !user.two_factor;
}

/** Who is signed in, with workspaces and what may be done there. Only below the signed-in routes. */
export function useMe(): Me {
  return useSuspenseQuery(meOptions).data;
}

/** A number in the address, such as `programId`, as text. */
export function useParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  return params[name] ?? '';
}

/** The number of the program in the address, for `path: { programId }`. */
export function useProgramId(): string {
  return useParam('programId');
}

/** The program in the address. Only below /p/$programId, whose route has read it. */
export function useProgram(): Program {
  return useSuspenseQuery(programOptions(useProgramId())).data;
}

/** The number of the workspace in use: the address's, or that of the program in the address. */
export function useWorkspaceId(): string {
  const workspaceId = useParam('workspaceId');
  const programId = useProgramId();
  const { data } = useQuery({
    ...programOptions(programId),
    enabled: workspaceId === '' && programId !== '',
  });
  return workspaceId || (data ? String(data.workspace_id) : '');
}

/** The workspace in use, with the caller's role; null for non-members. */
export function useWorkspace(): Workspace | null {
  const workspaceId = useWorkspaceId();
  return useMe().workspaces.find(({ id }) => String(id) === workspaceId) ?? null;
}

/** Whether the viewer may do something in the workspace in use: `const canInvite = useCan('partner:write')`. */
export function useCan(permission: Permission): boolean {
  return useWorkspace()?.permissions.includes(permission) ?? false;
}

/** The partner's own view of the program in the address. Only below /partner/$programId. */
export function usePartnerProgram(): PartnerProgram {
  const programId = useProgramId();
  const { data } = useSuspenseQuery(portalProgramsOptions());
  const found = data.data.find((program) => String(program.program_id) === programId);
  if (!found) throw new Error('The route has not made sure of the program.');
  return found;
}
