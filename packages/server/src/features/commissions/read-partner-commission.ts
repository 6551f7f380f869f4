import { PartnerCommissionStory, type StoryStep } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { readLeadHistory } from '../sales/lead-history.js';
import { readSaleHistory } from '../sales/sale-history.js';
import { rewardSteps, storySentences, storySteps } from '../sales/sale-story.js';
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
    if (!row) throw new RefusedError('not_found');
    const steps = await loadSteps(pool, programId, commissionId);
    return { commission: partnerCommissionFromRow(row), story: storySentences(steps, 'partner'), steps };
  },
});

async function loadSteps(pool: Pool, programId: number, commissionId: number): Promise<StoryStep[]> {
  const history = await readSaleHistory(pool, programId, { commissionId });
  if (history !== null) return storySteps(history, 'partner');
  const reward = await readLeadHistory(pool, programId, commissionId);
  if (reward === null) throw new RefusedError('not_found');
  return rewardSteps(reward, 'partner');
}
