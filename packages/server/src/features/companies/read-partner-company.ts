import { PartnerCompany } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findPartnerCompany } from './stored-companies.js';

export const readPartnerCompany = defineRead({
  name: 'readPartnerCompany',
  route: 'GET /api/partner/programs/:programId/company',
  permission: 'partner',
  isPrivate: true,
  summary: 'The company of the caller, as it stands on statements',
  output: PartnerCompany,
  run: ({ pool, scope }) => findPartnerCompany(pool, scope.partnerId),
});
