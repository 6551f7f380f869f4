import { ExplainAnswer, ProgramItemParams, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { explainSale } from '../../operations/explain-sale.js';
import type { SaleOf } from '../../operations/sale-history.js';
import { RefusedError } from '../errors.js';
import { type DashboardContext, idFrom } from './access.js';

/** Tells why a commission is what it is, and why a sale earned what it did, or nothing. Contract section 5. */
export function registerExplain(app: FastifyInstance, { database }: DashboardContext): void {
  serve('commissions', 'Why a commission is what it is', (commissionId) => ({ commissionId }));
  serve('sales', 'Why a sale earned a commission, or none', (saleId) => ({ saleId }));

  function serve(list: string, summary: string, saleOf: (id: number) => SaleOf): void {
    app.get(`/api/programs/:programId/${list}/:id/explain`, {
      config: { permission: 'report:read' },
      schema: {
        tags: ['dashboard'],
        security: [{ session: [] }],
        summary,
        params: ProgramItemParams,
        response: responsesOf(ExplainAnswer, ['authentication_required', 'two_factor_required', 'not_found']),
      },
      handler: async (request): Promise<ExplainAnswer> => {
        const params = request.params as ProgramItemParams;
        const programId = idFrom(params.programId);
        const id = idFrom(params.id);
        const explanation =
          programId === null || id === null ? null : await explainSale(database.pool, programId, saleOf(id));
        if (explanation === null) throw new RefusedError('not_found');
        return explanation;
      },
    });
  }
}
