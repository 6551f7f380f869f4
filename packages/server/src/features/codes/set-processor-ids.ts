import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { RefusedError } from '../../operations/refused-error.js';
import { isStorable } from '../../operations/storable.js';

/** Sets which discounts of the payment provider belong to a code, the whole list. In its program, each belongs to one code at most. */
export async function setProcessorIds(
  client: ClientBase,
  { programId, codeId }: { readonly programId: number; readonly codeId: number },
  processorIds: readonly string[],
): Promise<void> {
  if (!processorIds.every(isStorable)) throw new RefusedError('field_invalid', 'processor_ids');
  await client.query(
    'delete from code_processor_ids where code_id = $1 and processor_id <> all($2::text[])',
    [codeId, processorIds],
  );
  await client
    .query(
      `insert into code_processor_ids (program_id, processor_id, code_id)
       select $1, wanted, $2 from unnest($3::text[]) as wanted
        where not exists (select 1 from code_processor_ids d
                           where d.program_id = $1 and d.processor_id = wanted and d.code_id = $2)`,
      [programId, codeId, [...new Set(processorIds)].sort()],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('processor_id_taken') : error;
    });
}
