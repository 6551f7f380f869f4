import { isDeepStrictEqual } from 'node:util';
import { CodeItem, CodeUpdate } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { lockCode } from './code-item.js';
import { setProcessorIds } from './set-processor-ids.js';

export const updateCode = defineOperation({
  name: 'updateCode',
  route: 'PATCH /api/programs/:programId/codes/:id',
  permission: 'link:write',
  summary: 'Turn a code off and on, or change which discounts of the payment provider belong to it',
  input: CodeUpdate,
  output: CodeItem,
  errors: ['processor_id_taken'],
  audit: 'code.update',
  async run({ client, scope: { programId }, input, id }) {
    const codeId = id();
    const before = await lockCode(client, programId, codeId);
    const { is_active: isActive = before.is_active, processor_ids: processorIds } = input;
    await client.query(
      'update codes set deactivated_at = case when $2::boolean then null else coalesce(deactivated_at, now()) end where id = $1',
      [codeId, isActive],
    );
    if (processorIds !== undefined) await setProcessorIds(client, { programId, codeId }, processorIds);
    const after = await lockCode(client, programId, codeId);
    if (isDeepStrictEqual(before, after)) return unchanged(after);
    return changed(after, { on: 'code', id: codeId, before, after });
  },
});
