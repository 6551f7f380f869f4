import { CliStatusAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readCliStatus } from '../../../features/integration/cli-status.js';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { serverCaller } from './require-api-key.js';

const schema = {
  operationId: 'readCliStatus',
  tags: ['tracking'],
  summary: 'How far the integration of a program is, and what to do next',
  security: [{ apiKey: [] }],
  response: responsesOf(CliStatusAnswer, [
    'authorization_malformed',
    'api_key_empty',
    'api_key_unknown',
    'program_not_found',
    'rate_limited',
    'status_failed',
    'unavailable',
  ]),
};

/** GET /api/v1/cli/status, for the program of the key. Specification section 4, contract section 2; contract 2, section 17. */
export function registerCliStatus(
  app: FastifyInstance,
  { database, connector: { canConnect } }: Pick<HttpContext, 'database' | 'connector'>,
): void {
  app.get('/api/v1/cli/status', { schema, config: { failure: 'status_failed' } }, async (request, reply) => {
    const { programId } = serverCaller(request);
    const status = await readCliStatus(database.pool, programId, { canConnect, nowMs: request.arrivedMs });
    return status ?? sendError(reply, 'program_not_found');
  });
}
