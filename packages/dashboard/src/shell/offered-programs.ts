import { useList } from '../api/use-read.js';
import { readLastProgram } from '../session/last-program.js';
import { useWorkspace } from '../session/session.js';

/** Each program has as many pages and actions as the navigation, so more would hide what is found. */
const MOST_PROGRAMS = 3;

/** A program whose pages, actions and settings can be found. */
export interface OfferedProgram {
  readonly id: string;
  /** Undefined: the program in the address, which needs no name. */
  readonly name: string | undefined;
}

/**
 * The program in the address. On other pages of a workspace the one that was used last; where that is not known, the first few once
 * something has been typed.
 */
export function useOfferedPrograms(
  programId: string | undefined,
  isTyped: boolean,
): readonly OfferedProgram[] {
  const workspace = useWorkspace();
  const programs = useList(
    '/api/workspaces/{workspaceId}/programs',
    { path: { workspaceId: workspace?.id ?? 0 }, query: { limit: '200' } },
    { enabled: workspace !== null && programId === undefined },
  );
  if (programId !== undefined) return [{ id: programId, name: undefined }];
  if (workspace === null) return [];
  const all = (programs.rows ?? []).map(({ id, name, archived_at }) => ({
    id: String(id),
    name,
    isArchived: archived_at !== null,
  }));
  const lastId = readLastProgram();
  const last = all.find(({ id }) => id === lastId);
  if (last !== undefined) return [last];
  const inUse = all.filter(({ isArchived }) => !isArchived);
  return isTyped || inUse.length === 1 ? inUse.slice(0, MOST_PROGRAMS) : [];
}
