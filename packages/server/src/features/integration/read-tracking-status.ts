import { TrackingStatusAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadTrackingStatus } from './load-tracking-status.js';

/**
 * The status query, with errors of its own: first whether the id is an integer, then whether somebody is signed in, whether
 * the program exists, and only then whether they may see it. Specification section 4, contract section 2.
 */
export const readTrackingStatus = defineRead({
  name: 'readTrackingStatus',
  route: 'GET /api/tracking/status/:programId',
  permission: 'tracking:read',
  summary: 'Whether the three steps of an integration are complete',
  output: TrackingStatusAnswer,
  refusals: {
    malformed: 'status_program_id',
    unknown: 'program_not_found',
    forbidden: 'permission_missing',
    failure: 'status_failed',
  },
  async run({ pool, scope, nowMs }) {
    const { stepStatuses, statistics, hasPartners } = await loadTrackingStatus(pool, scope);
    return {
      data: {
        programId: String(scope.programId),
        stepStatuses,
        statistics,
        hasPartners,
        lastUpdated: new Date(nowMs).toISOString(),
      },
    };
  },
});
