import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { originType } from '../../operations/value-types.js';

/** Makes these the origins from which browsers may send clicks and leads of a program. */
export async function setOrigins(
  client: ClientBase,
  programId: number,
  origins: readonly string[],
): Promise<void> {
  for (const origin of origins) parseValue(originType, origin, 'allowed_origins');
  await client.query('delete from program_origins where program_id = $1 and origin <> all($2::text[])', [
    programId,
    origins,
  ]);
  await client.query(
    'insert into program_origins (program_id, origin) select $1, unnest($2::text[]) on conflict do nothing',
    [programId, origins],
  );
}
