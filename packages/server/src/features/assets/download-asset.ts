import { AssetItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadFile } from './load-file.js';

export const downloadAsset = defineRead({
  name: 'downloadAsset',
  route: 'GET /api/programs/:programId/assets/:id/file',
  permission: 'program:read',
  summary: 'The file of an asset',
  output: AssetItem,
  file: 'application/octet-stream',
  async run({ pool, scope, id }) {
    return loadFile(pool, scope.programId, id(), { isForPartners: false });
  },
});
