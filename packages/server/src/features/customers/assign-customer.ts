import { CustomerAssign, CustomerAssigned } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { assignTo } from './assign-to.js';

/** Credits a customer to another partner, from now on or for all sales so far, too. Contract 2 section 12. */
export const assignCustomer = defineOperation({
  name: 'assignCustomer',
  route: 'POST /api/programs/:programId/customers/:id/assign',
  permission: 'commission:write',
  summary:
    'Assign a customer to a partner, for later sales or for the sales so far, too; with `preview`, only show what would change',
  input: CustomerAssign,
  output: CustomerAssigned,
  errors: ['partner_not_approved'],
  audit: 'customer.assign',
  run: ({ client, services, scope: { programId }, input, id, actor, nowMs }) =>
    assignTo(client, services.tracking.ids, {
      programId,
      customerId: id(),
      partnerId: input.partner_id,
      from: input.from,
      reason: input.reason,
      by: actor.email,
      nowMs,
      isPreview: input.preview === true,
    }),
});
