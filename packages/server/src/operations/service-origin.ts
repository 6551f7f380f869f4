import type { ClientBase } from 'pg';
import type { ChangeOrigin } from './change.js';

/** The actor of changes that the service's own tools make, and no person who is signed in. */
export const SERVICE_ACTOR = { userId: null, email: 'svc-server' };

/** Where audit entries of a change of a program come from when no person makes it. */
export async function serviceOrigin(
  client: ClientBase,
  action: string,
  programId: number,
): Promise<ChangeOrigin> {
  const { rows } = await client.query<{ workspace_id: number }>(
    'select workspace_id from programs where id = $1',
    [programId],
  );
  const workspaceId = rows[0]?.workspace_id;
  if (workspaceId === undefined) throw new Error(`program ${programId} does not exist`);
  return { actor: SERVICE_ACTOR, action, place: { workspaceId, programId } };
}
