import { CodeItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type CodeRow, codeFromRow, SELECT_CODES } from './code-item.js';

export const readCode = defineRead({
  name: 'readCode',
  route: 'GET /api/programs/:programId/codes/:id',
  permission: 'program:read',
  summary: 'A code',
  output: CodeItem,
  async run({ pool, scope: { programId }, id }) {
    const { rows } = await pool.query<CodeRow>(`${SELECT_CODES} where c.id = $1 and c.program_id = $2`, [
      id(),
      programId,
    ]);
    const row = rows[0];
    if (row === undefined) throw new RefusedError('not_found');
    return codeFromRow(row);
  },
});
