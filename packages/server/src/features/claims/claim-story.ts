import type { ClaimItem } from '@svc/contract';
import type { Pool } from 'pg';
import { readSaleHistory } from '../sales/sale-history.js';
import { storySentences, storySteps } from '../sales/sale-story.js';

const WITHOUT_SALE: Readonly<Partial<Record<ClaimItem['finding'], string>>> = {
  unknown_order: 'No sale with this order number has been recorded in this program for one of its partners.',
  credited_elsewhere:
    'This sale has been recorded. The last click before it did not come through one of your links.',
};

/** What the books say of a claim, in sentences that say nothing of the customer or of another partner. */
export async function tellClaim(
  pool: Pool,
  programId: number,
  claim: Pick<ClaimItem, 'finding' | 'sale_id'>,
): Promise<string[]> {
  const plain = WITHOUT_SALE[claim.finding];
  if (plain !== undefined || claim.sale_id === null) return plain === undefined ? [] : [plain];
  const history = await readSaleHistory(pool, programId, { saleId: claim.sale_id });
  return history === null ? [] : storySentences(storySteps(history, 'partner'), 'partner');
}
