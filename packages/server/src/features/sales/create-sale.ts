import { EnteredSaleItem, SaleCreate } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { enterSale } from './enter-sale.js';

/** Errors of a sale that is entered, which are those of the API. */
export const ENTRY_ERRORS = [
  'sale_duplicate',
  'sale_duplicate_elsewhere',
  'customer_other_program',
  'program_archived',
] as const;

/** Enters a sale that nobody reported. Contract 2 section 12. */
export const createSale = defineOperation({
  name: 'createSale',
  route: 'POST /api/programs/:programId/sales',
  permission: 'commission:write',
  summary: 'Enter a sale that nobody reported, for a partner',
  input: SaleCreate,
  output: EnteredSaleItem,
  errors: ENTRY_ERRORS,
  audit: 'sale.create',
  run: ({ client, services, scope: { workspaceId, programId }, input, actor, nowMs }) =>
    enterSale(client, services.tracking.ids, { workspaceId, programId, input, by: actor.email, nowMs }),
});
