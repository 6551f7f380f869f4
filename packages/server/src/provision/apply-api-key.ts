import { createHash } from 'node:crypto';
import { type ApiKeyRow, apiKeyFromRow } from '../features/keys/api-key-item.js';
import { generateApiToken } from '../features/keys/create-api-key.js';
import { auditEffect } from './audit-effects.js';
import { stillInUse } from './fields.js';
import type { ProgramEntry } from './provision-file.js';
import type { ProgramPlace, Run } from './run.js';
import { settle } from './settle.js';

/** What is stored of a key. */
function hashOfApiToken(apiToken: string): string {
  return createHash('sha256').update(apiToken).digest('hex');
}

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
    [hashOfApiToken(apiToken), workspaceId],
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
 * shown once. Only the SHA-256 is stored. A revoked or rotated key stays so. Contract sections 1 and 5.
 */
export async function applyApiKey(
  run: Run,
  { workspaceId, programId, where }: ProgramPlace,
  program: ProgramEntry,
): Promise<string | null> {
  if (program.apiToken === undefined && (await hasKey(run, programId))) {
    run.counts['API keys'].unchanged += 1;
    return null;
  }
  const apiToken = program.apiToken ?? generateApiToken();
  const keyHash = hashOfApiToken(apiToken);
  const settled = await settle(run, {
    kind: 'API keys',
    path: `${program.path}.api_token`,
    where,
    table: 'api_keys',
    key: [keyHash],
    find: { key_hash: keyHash },
    columns: stillInUse('expires_at'),
    onInsert: { program_id: programId, hint: apiToken.slice(-4), name: 'Provisioned' },
    refuse: (row) =>
      row.program_id === programId ? null : `${program.path}.api_token: is the key of another program`,
  });
  if (settled !== null) {
    const actions = { created: 'key.create', updated: 'key.restore' };
    const place = { workspaceId, programId };
    const key = apiKeyFromRow(settled.row as ApiKeyRow);
    auditEffect(run, settled, actions, { on: 'api_key', id: key.id, place }, (fields) => ({
      ...key,
      ...fields,
    }));
  }
  return program.apiToken === undefined ? apiToken : null;
}
