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

/**
 * Marks a team's notifications of applications to a program as read where all of them have been decided: one notification can be of several.
 */
export async function settleApplications(client: ClientBase, programIds: readonly number[]): Promise<void> {
  await client.query(
    `update notifications n set read_at = now()
       from unnest($1::bigint[]) as asked (program_id) join programs g on g.id = asked.program_id
       join workspace_members m on m.workspace_id = g.workspace_id
      where n.user_id = m.user_id and n.program_id = g.id and n.kind = 'application_received' and n.read_at is null
        and not exists (select 1 from enrollments e where e.program_id = g.id and e.status = 'pending')`,
    [programIds],
  );
}
