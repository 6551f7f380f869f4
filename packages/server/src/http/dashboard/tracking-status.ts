import { ProgramParams, responsesOf, TrackingStatusAnswer } from '@svc/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPermitted } from '../../auth/permissions.js';
import { findProgramAccess } from '../../operations/find-program-access.js';
import { readTrackingStatus } from '../../operations/tracking-status.js';
import { RefusedError, sendError } from '../errors.js';
import { type DashboardContext, demandTwoFactor, idFrom, requireSession, userOf } from './access.js';

const PERMISSION = 'tracking:read';

/** Any integer is one, also one that no program can have. */
async function requireInteger(request: FastifyRequest): Promise<void> {
  const { programId } = request.params as ProgramParams;
  if (!/^-?\d+$/.test(programId)) throw new RefusedError('status_program_id');
}

/**
 * Serves the status query. It answers by its own rules (specification section 4, contract section 2): first whether the
 * id is one, then whether somebody is signed in, whether the program exists, and only then whether they may see it.
 */
export function registerTrackingStatus(app: FastifyInstance, context: DashboardContext): void {
  const { pool } = context.database;
  app.get('/api/tracking/status/:programId', {
    config: { permission: PERMISSION, failure: 'status_failed' },
    onRequest: [requireInteger, requireSession(context)],
    schema: {
      tags: ['dashboard'],
      security: [{ session: [] }],
      summary: 'Whether the three steps of an integration are complete',
      params: ProgramParams,
      response: responsesOf(TrackingStatusAnswer, [
        'status_program_id',
        'authentication_required',
        'permission_missing',
        'two_factor_required',
        'program_not_found',
        'status_failed',
      ]),
    },
    handler: async (request, reply) => {
      const programId = idFrom((request.params as ProgramParams).programId);
      const program = programId && (await findProgramAccess(pool, programId, userOf(request).id));
      if (!program) return sendError(reply, 'program_not_found');
      if (!isPermitted(program.role, PERMISSION)) return sendError(reply, 'permission_missing', PERMISSION);
      demandTwoFactor(request, program);
      const { stepStatuses, statistics, hasPartners } = await readTrackingStatus(pool, program);
      const answer: TrackingStatusAnswer = {
        data: {
          programId: String(program.programId),
          stepStatuses,
          statistics,
          hasPartners,
          lastUpdated: new Date().toISOString(),
        },
      };
      return answer;
    },
  });
}
