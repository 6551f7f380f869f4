import type { ClientBase } from 'pg';

/** Marks a team's notifications of claims as read where the claim has been answered, so that nobody looks at it again. */
export async function settleClaims(
  client: ClientBase,
  workspaceId: number,
  claimIds: readonly number[],
): Promise<void> {
  await client.query(
    `update notifications n set read_at = now() from claims c
      where n.workspace_id = $1 and n.kind = 'claim_received' and n.object_id = any($2::bigint[]) and n.read_at is null
        and c.id = n.object_id and c.status <> 'open'`,
    [workspaceId, claimIds],
  );
}
