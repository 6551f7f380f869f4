import { createHash } from 'node:crypto';
import { generateApiToken } from '../keys/create-api-key.js';
import type { ProgramEntry } from './provision-file.js';
import { type Run, settleRow } from './run.js';

async function hasKey({ client }: Run, programId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from api_keys where program_id = $1 limit 1', [programId]);
  return rows.length > 0;
}

/**
 * Makes the file's key a key of the program; a program without any gets a generated one, which is the result and is
 * told once. Only the SHA-256 is stored. Contract sections 1 and 5.
 */
export async function applyApiKey(
  run: Run,
  programId: number,
  program: ProgramEntry,
): Promise<string | null> {
  if (program.apiToken === undefined && (await hasKey(run, programId))) {
    run.counts['API keys'].unchanged += 1;
    return null;
  }
  const apiToken = program.apiToken ?? generateApiToken();
  await settleRow(run, 'API keys', `${program.path}.api_token`, {
    table: 'api_keys',
    key: { key_hash: createHash('sha256').update(apiToken).digest('hex') },
    onInsert: { program_id: programId, hint: apiToken.slice(-4), name: 'Provisioned' },
    refuse: (existing) => (existing.program_id === programId ? null : 'is the key of another program'),
  });
  return program.apiToken === undefined ? apiToken : null;
}
