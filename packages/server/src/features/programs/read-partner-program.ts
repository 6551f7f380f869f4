import { PartnerProgramDetail } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { loadMaturing } from '../commissions/list-partner-commissions.js';
import { loadFunds } from '../partners/load-balances.js';
import { loadPartnerPrograms } from './list-partner-programs.js';

export const readPartnerProgram = defineRead({
  name: 'readPartnerProgram',
  route: 'GET /api/partner/programs/:programId',
  permission: 'partner',
  summary:
    'A program the caller takes part in, with terms, balances and when what is pending becomes payable',
  output: PartnerProgramDetail,
  async run({ pool, scope }) {
    const [found] = await loadPartnerPrograms(pool, scope);
    if (found === undefined) throw new RefusedError('not_found');
    const { partner_id: _, ...program } = found;
    const funds = await loadFunds(pool, scope.programId, scope.partnerId);
    return { ...program, ...funds, maturing: await loadMaturing(pool, scope) };
  },
});
