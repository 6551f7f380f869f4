import type { ClaimItem, StoryStep } from '@svc/contract';
import type { Pool } from 'pg';
import { readSaleHistory } from '../sales/sale-history.js';
import { storySentences, storySteps } from '../sales/sale-story.js';

const WITHOUT_SALE: Readonly<Partial<Record<ClaimItem['finding'], string>>> = {
  unknown_order: 'No sale with this order number has been recorded in this program for one of its partners.',
  credited_elsewhere:
    'This sale has been recorded. The last click before it did not come through one of your links.',
};

/** What the books say of a claim, in sentences and steps that say nothing of the customer or of another partner. */
export async function tellClaim(
  pool: Pool,
  programId: number,
  claim: Pick<ClaimItem, 'finding' | 'sale_id'>,
): Promise<{ readonly story: string[]; readonly steps: StoryStep[] }> {
  const plain = WITHOUT_SALE[claim.finding];
  if (plain !== undefined) return { story: [plain], steps: [] };
  const history =
    claim.sale_id === null ? null : await readSaleHistory(pool, programId, { saleId: claim.sale_id });
  const steps = history === null ? [] : storySteps(history, 'partner');
  return { story: storySentences(steps, 'partner'), steps };
}
