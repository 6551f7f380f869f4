import { PartnerCommissionStory } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { readSaleHistory } from '../sales/sale-history.js';
import { storySentences, storySteps } from '../sales/sale-story.js';
import {
  PARTNER_COMMISSIONS,
  type PartnerCommissionRow,
  partnerCommissionFromRow,
} from './list-partner-commissions.js';

export const readPartnerCommission = defineRead({
  name: 'readPartnerCommission',
  route: 'GET /api/partner/programs/:programId/commissions/:id',
  permission: 'partner',
  summary: 'Why a commission of the caller is what it is',
  output: PartnerCommissionStory,
  async run({ pool, scope: { programId, partnerId }, id }) {
    const commissionId = id();
    const { rows } = await pool.query<PartnerCommissionRow>(
      `${PARTNER_COMMISSIONS} where c.program_id = $1 and c.partner_id = $2 and c.id = $3`,
      [programId, partnerId, commissionId],
    );
    const row = rows[0];
    const history = row && (await readSaleHistory(pool, programId, { commissionId }));
    if (!row || !history) throw new RefusedError('not_found');
    return {
      commission: partnerCommissionFromRow(row),
      story: storySentences(storySteps(history, 'partner'), 'partner'),
    };
  },
});
