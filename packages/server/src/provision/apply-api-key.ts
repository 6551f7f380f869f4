import { hashKey } from '../crypto/generate-key.js';
import { insertApiKey } from '../features/keys/insert-api-key.js';
import { restoreApiKey } from '../features/keys/restore-api-key.js';
import { stillInUse } from './fields.js';
import type { ProgramEntry } from './provision-file.js';
import { type ProgramPlace, type Run, record } from './run.js';
import { settle } from './settle.js';

/**
 * The program of the workspace that has this key: the one the file means, though it was renamed before anything was
 * remembered of it. null where earlier runs know it: then the file means another one.
 */
export async function findProgramOfKey(
  { client, memory }: Run,
  workspaceId: number,
  apiToken: string | undefined,
): Promise<number | null> {
  if (apiToken === undefined) return null;
  const { rows } = await client.query<{ id: number }>(
    'select p.id from api_keys k join programs p on p.id = k.program_id where k.key_hash = $1 and p.workspace_id = $2',
    [hashKey(apiToken), workspaceId],
  );
  const id = rows[0]?.id ?? null;
  return id === null || memory.findById('programs', String(id)) !== undefined ? null : id;
}

/** A key that was revoked still counts: its program is not given another one unasked, unless the run is forced. */
async function hasKey({ client, isForced }: Run, programId: number): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from api_keys where program_id = $1 and (not $2::boolean or coalesce(expires_at > now(), true)) limit 1`,
    [programId, isForced],
  );
  return rows.length > 0;
}

/**
 * Makes the file's key a key of the program; a program without any gets a generated one, which is the result and is
 * shown once. A revoked or rotated key stays so. Contract sections 1 and 5.
 */
export async function applyApiKey(
  run: Run,
  { workspaceId, programId, where }: ProgramPlace,
  { path, apiToken }: ProgramEntry,
): Promise<string | null> {
  const { client } = run;
  const place = { workspaceId, programId };
  const name = 'Provisioned';
  if (apiToken === undefined) {
    if (await hasKey(run, programId)) {
      run.counts['API keys'].unchanged += 1;
      return null;
    }
    run.counts['API keys'].created += 1;
    return record(run, 'key.create', place, await insertApiKey(client, programId, { name })).api_key;
  }
  const keyHash = hashKey(apiToken);
  await settle(run, {
    kind: 'API keys',
    path: `${path}.api_token`,
    where,
    table: 'api_keys',
    key: [keyHash],
    find: { key_hash: keyHash },
    columns: stillInUse('expires_at'),
    refuse: (row) =>
      row.program_id === programId ? null : `${path}.api_token: is the key of another program`,
    async create() {
      const made = await insertApiKey(client, programId, { name, apiKey: apiToken });
      return record(run, 'key.create', place, made).key;
    },
    async update({ id }) {
      record(run, 'key.restore', place, await restoreApiKey(client, programId, id));
    },
  });
  return null;
}
