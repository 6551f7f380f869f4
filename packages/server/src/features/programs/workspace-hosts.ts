import { randomBytes } from 'node:crypto';
import type { ProgramHost } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';

const TOKEN_BYTES = 16;

/** The host items of program `p`, as SQL: a host that several workspaces list serves only one of them. */
export const HOSTS_OF_PROGRAM = `(
  select coalesce(jsonb_agg(jsonb_build_object(
           'host', h.host,
           'status', case when h.is_serving then 'serving' else 'unproven' end,
           'record', 'svc-verify=' || h.token) order by h.host), '[]')
    from workspace_hosts h
   where h.workspace_id = p.workspace_id
     and (exists (select 1 from program_origins o where o.program_id = p.id and o.host = h.host)
       or exists (select 1 from program_link_domains d where d.program_id = p.id and d.host = h.host)))`;

/** Locks the hosts of a workspace until the transaction ends, before its programs are locked. */
export async function lockHosts(
  client: ClientBase,
  by: { readonly workspaceId: number } | { readonly programId: number },
): Promise<void> {
  if ('workspaceId' in by)
    await client.query('select 1 from workspaces where id = $1 for no key update', [by.workspaceId]);
  else
    await client.query(
      `select 1 from workspaces where id = (select workspace_id from programs where id = $1) for no key update`,
      [by.programId],
    );
}

/**
 * Claims the hosts that programs of the workspace list, and drops claims of others. A host that is not used yet serves the workspace at
 * once. A dropped one serves the workspace that proved it last, or else claimed it first. The caller holds `lockHosts`.
 */
export async function claimHosts(client: ClientBase, workspaceId: number): Promise<void> {
  const { rows } = await client.query<{ host: string }>(
    `select host from program_origins o join programs p on p.id = o.program_id
      where p.workspace_id = $1 and host is not null
      union select host from program_link_domains d join programs p on p.id = d.program_id where p.workspace_id = $1
      order by host`,
    [workspaceId],
  );
  const hosts = rows.map(({ host }) => host);
  const tokens = hosts.map(() => randomBytes(TOKEN_BYTES).toString('hex'));
  // Where another workspace uses the host, the index of serving hosts refuses the first row.
  for (const isServing of [true, false])
    await client.query(
      `insert into workspace_hosts (host, workspace_id, token, is_serving)
       select host, $1, token, $4 from unnest($2::text[], $3::text[]) as new (host, token)
        where not exists (select 1 from workspace_hosts h where h.host = new.host and h.workspace_id = $1)
        order by host on conflict do nothing`,
      [workspaceId, hosts, tokens, isServing],
    );
  const { rows: dropped } = await client.query<{ host: string }>(
    'delete from workspace_hosts where workspace_id = $1 and host <> all($2::text[]) returning host',
    [workspaceId, hosts],
  );
  if (dropped.length === 0) return;
  await client.query(
    `update workspace_hosts h set is_serving = true
       from (select distinct on (host) host, workspace_id from workspace_hosts
              where host = any($1::text[]) order by host, proven_at desc nulls last, claimed_at, workspace_id) next
      where h.host = next.host and h.workspace_id = next.workspace_id and not h.is_serving
        and not exists (select 1 from workspace_hosts other where other.host = h.host and other.is_serving)`,
    [dropped.map(({ host }) => host)],
  );
}

/** A host as one program lists it; null: it does not. */
export async function findHost(
  db: Pool | ClientBase,
  programId: number,
  host: string,
): Promise<ProgramHost | null> {
  const { rows } = await db.query<{ hosts: ProgramHost[] }>(
    `select ${HOSTS_OF_PROGRAM} as hosts from programs p where p.id = $1`,
    [programId],
  );
  return rows[0]?.hosts.find((one) => one.host === host) ?? null;
}

/**
 * Moves a host that the workspace has proven to be theirs from the workspace that uses it to this one. Returns the programs that list the host
 * in the workspace that used it; empty if this one did.
 */
export async function moveHost(
  client: ClientBase,
  workspaceId: number,
  host: string,
): Promise<readonly { readonly programId: number; readonly workspaceId: number }[]> {
  await client.query('select 1 from workspace_hosts where host = $1 order by workspace_id for update', [
    host,
  ]);
  const { rows } = await client.query<{ workspace_id: number }>(
    'update workspace_hosts set is_serving = false where host = $1 and workspace_id <> $2 and is_serving returning workspace_id',
    [host, workspaceId],
  );
  await client.query(
    `update workspace_hosts set is_serving = true, proven_at = now() where host = $1 and workspace_id = $2`,
    [host, workspaceId],
  );
  const left = rows[0]?.workspace_id;
  return left === undefined ? [] : listPrograms(client, left, host);
}

async function listPrograms(client: ClientBase, workspaceId: number, host: string) {
  const { rows } = await client.query<{ programId: number; workspaceId: number }>(
    `select p.id as "programId", p.workspace_id as "workspaceId" from programs p
      where p.workspace_id = $1
        and (exists (select 1 from program_origins o where o.program_id = p.id and o.host = $2)
          or exists (select 1 from program_link_domains d where d.program_id = p.id and d.host = $2))
      order by p.id`,
    [workspaceId, host],
  );
  return rows;
}
