import { AssetItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadFile } from './load-file.js';
import { requireApproved } from './require-approved.js';

export const downloadPartnerAsset = defineRead({
  name: 'downloadPartnerAsset',
  route: 'GET /api/partner/programs/:programId/assets/:id/file',
  permission: 'partner',
  summary: 'The file of an asset',
  output: AssetItem,
  file: 'application/octet-stream',
  async run({ pool, scope, id }) {
    await requireApproved(pool, scope);
    return loadFile(pool, scope.programId, id(), { isForPartners: true });
  },
});
