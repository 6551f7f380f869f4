import { SealItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { SEALS_OF_WORKSPACE, type SealRow, sealFromRow } from './list-seals.js';

export const readSeal = defineRead({
  name: 'readSeal',
  route: 'GET /api/workspaces/:workspaceId/seals/:id',
  permission: 'report:read',
  summary: 'One seal of the books, by its number in the workspace',
  output: SealItem,
  async run({ pool, scope: { workspaceId }, id }) {
    const { rows } = await pool.query<SealRow>(
      `${SEALS_OF_WORKSPACE} where s.workspace_id = $1 and s.number = $2`,
      [workspaceId, id()],
    );
    const row = rows[0];
    if (row === undefined) throw new RefusedError('not_found');
    return sealFromRow(row);
  },
});
