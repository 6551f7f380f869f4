import { ProcessorCoverageAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { readCoverage } from '../../payments/read-coverage.js';

export const readProcessorCoverage = defineRead({
  name: 'readProcessorCoverage',
  route: 'GET /api/workspaces/:workspaceId/processor-coverage',
  permission: 'report:read',
  summary: 'How much of what was paid at the card processor carried the metadata to credit it',
  output: ProcessorCoverageAnswer,
  run: ({ pool, scope, services }) => readCoverage(pool, scope.workspaceId, services.adviseOnMetadata),
});
