import type { Pool } from 'pg';

/** Further networks add no information: the key is used from everywhere. */
const MAX_NETWORKS_PER_KEY = 100;

/** A use of a key from a network. */
export interface KeyUse {
  readonly keyId: number;
  readonly network: string;
  readonly address: string;
}

interface KeyUsesStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Notes the networks that keys of one kind are used from, and writes an event for each that is new. `keyColumn` names the
 * key in the tables of networks and events; `keys` is a statement that gives `id`, `workspace_id`, `program_id`, `name` and
 * `hint` of all keys.
 */
function keyUsesStatement(kind: 'api_key' | 'management_key', keys: string): KeyUsesStatement {
  const keyColumn = `${kind}_id`;
  const networks = `${kind}_networks`;
  return {
    name: `record-${kind}-uses`,
    text: `
  with used as (
    select * from unnest($1::bigint[], $2::text[], $3::text[]) as u (key_id, network, address)
  ), seen as (
    update ${networks} n set last_seen_at = now()
      from used u where n.${keyColumn} = u.key_id and n.network = u.network
  ), added as (
    insert into ${networks} (${keyColumn}, network)
    select r.key_id, r.network
      from (
        select u.key_id, u.network, row_number() over (partition by u.key_id order by u.network) as place,
               (select count(*) from ${networks} n where n.${keyColumn} = u.key_id) as known
          from used u join (${keys}) k on k.id = u.key_id
         where not exists (select 1 from ${networks} n where n.${keyColumn} = u.key_id and n.network = u.network)
      ) r
     where r.known + r.place <= $4
    on conflict do nothing
    returning ${keyColumn} as key_id, network
  )
  insert into security_events (workspace_id, type, ${keyColumn}, address, data)
  select k.workspace_id, '${kind}.new_address', k.id, u.address,
         jsonb_build_object('program_id', k.program_id, 'name', k.name, 'hint', k.hint, 'network', a.network)
    from added a
    join used u on u.key_id = a.key_id and u.network = a.network
    join (${keys}) k on k.id = a.key_id
  returning ${keyColumn} as "keyId", address`,
  };
}

export const API_KEY_USES = keyUsesStatement(
  'api_key',
  `select a.id, p.workspace_id, a.program_id, a.name, a.hint from api_keys a join programs p on p.id = a.program_id`,
);

export const MANAGEMENT_KEY_USES = keyUsesStatement(
  'management_key',
  'select id, workspace_id, program_id, name, hint from management_keys',
);

/** Records uses of keys; gives those whose network is new for their key. */
export async function recordUses(
  pool: Pool,
  statement: KeyUsesStatement,
  uses: readonly KeyUse[],
): Promise<readonly Pick<KeyUse, 'keyId' | 'address'>[]> {
  const { rows } = await pool.query<Pick<KeyUse, 'keyId' | 'address'>>({
    ...statement,
    values: [
      uses.map(({ keyId }) => keyId),
      uses.map(({ network }) => network),
      uses.map(({ address }) => address),
      MAX_NETWORKS_PER_KEY,
    ],
  });
  return rows;
}
