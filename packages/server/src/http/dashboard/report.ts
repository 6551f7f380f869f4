import { ProgramParams, ReportAnswer, ReportQuery, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readReport } from '../../operations/read-report.js';
import { RefusedError } from '../errors.js';
import { withoutValidation } from '../without-validation.js';
import { type DashboardContext, idFrom } from './access.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** Tells what happened between two days, in all, by day and by partner. Contract section 5. */
export function registerReport(app: FastifyInstance, { database }: DashboardContext): void {
  app.get('/api/programs/:programId/report', {
    config: { permission: 'report:read' },
    ...withoutValidation,
    schema: {
      tags: ['dashboard'],
      security: [{ session: [] }],
      summary: 'Totals of a program between two days (UTC), both included',
      params: ProgramParams,
      querystring: ReportQuery,
      response: responsesOf(ReportAnswer, [
        'from_invalid',
        'to_invalid',
        'authentication_required',
        'not_found',
      ]),
    },
    handler: async (request): Promise<ReportAnswer> => {
      const days = readDays(request.query as Record<string, unknown>, Date.now());
      return readReport(database.pool, idFrom((request.params as ProgramParams).programId) ?? 0, days);
    },
  });
}

/** The days asked for: the last 30 where nothing is said. */
function readDays(query: Record<string, unknown>, nowMs: number): { from: string; to: string } {
  const to = query.to === undefined ? dayOf(nowMs) : readDay(query.to);
  if (to === null) throw new RefusedError('to_invalid');
  const from =
    query.from === undefined ? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS) : readDay(query.from);
  if (from === null || from > to) throw new RefusedError('from_invalid');
  return { from, to };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A day of the calendar as it was written, or null: 31 February is none, and nothing happened before 1970. */
function readDay(given: unknown): string | null {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return null;
  const timeMs = Date.parse(given);
  return timeMs >= 0 && dayOf(timeMs) === given ? given : null;
}
