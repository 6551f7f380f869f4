import { IntegrationAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadIntegration } from './load-integration.js';

/** How far the integration of a program is, with what real visitors and customers did. Contract 2, section 17. */
export const readIntegration = defineRead({
  name: 'readIntegration',
  route: 'GET /api/programs/:programId/integration',
  permission: 'tracking:read',
  summary: 'How far the integration is: what was tested, and what is live',
  output: IntegrationAnswer,
  async run({ pool, scope, nowMs }) {
    return {
      ...(await loadIntegration(pool, scope, nowMs)),
      checked_at: new Date(nowMs).toISOString(),
    };
  },
});
