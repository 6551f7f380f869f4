import type { ClaimItem } from '@svc/contract';
import type { EnrollmentStatus } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { readSaleHistory } from '../sale-history.js';
import { tellSale } from '../sale-story.js';
import { findClaim } from './list-claims.js';

/** Whoever was never let in has brought no sale, and is not to learn which orders there are. */
const MAY_CLAIM: readonly EnrollmentStatus[] = ['approved', 'suspended'];

/** More would be trying out order numbers, not missing sales. */
const MAX_PER_DAY = 20;

interface FoundRow {
  readonly id: number;
  readonly partner_id: number;
  readonly test_mode: boolean;
  readonly commission_state: 'earned' | 'none' | 'missing';
}

/** What a partner says is missing. */
export interface NewClaim {
  readonly programId: number;
  readonly partnerId: number;
  readonly reference: string;
  readonly note: string | null;
}

/**
 * Writes a claim down with what the books say of that order now. The same order is claimed once by each partner. Refused
 * to whoever only asked to become one.
 */
export async function createClaim(client: ClientBase, claim: NewClaim): Promise<Change<ClaimItem>> {
  const { programId, partnerId, reference, note } = claim;
  const { rows: enrollments } = await client.query<{ status: EnrollmentStatus }>(
    'select status from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [programId, partnerId],
  );
  if (!MAY_CLAIM.includes(enrollments[0]?.status ?? 'pending'))
    throw new RefusedError('partner_not_approved');
  const { rows: recent } = await client.query<{ count: number; same: boolean | null }>(
    `select count(*) filter (where created_at > now() - interval '1 day') as count,
            bool_or(reference = $3) as same
       from claims where program_id = $1 and partner_id = $2`,
    [programId, partnerId, reference],
  );
  if (recent[0]?.same) throw new RefusedError('claim_exists');
  if ((recent[0]?.count ?? 0) >= MAX_PER_DAY) throw new RefusedError('rate_limited');
  const sale = await findSale(client, programId, reference);
  const finding = findingOf(sale, partnerId);
  const { rows } = await client.query<{ id: number }>(
    `insert into claims (program_id, partner_id, reference, note, finding, sale_id)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [programId, partnerId, reference, note, finding, sale?.id ?? null],
  );
  const made = await findClaim(client, programId, rows[0]?.id ?? 0);
  if (made === null) throw new Error('the claim was not written');
  return changed(made, { on: 'claim', id: made.id, before: null, after: made });
}

async function findSale(client: ClientBase, programId: number, reference: string): Promise<FoundRow | null> {
  const { rows } = await client.query<FoundRow>(
    `select s.id, s.partner_id, s.test_mode, s.commission_state
       from sale_references r join sales s on s.id = r.sale_id
      where r.reference = $2 and s.program_id = $1`,
    [programId, reference],
  );
  return rows[0] ?? null;
}

function findingOf(sale: FoundRow | null, partnerId: number): ClaimItem['finding'] {
  if (sale === null) return 'unknown_order';
  if (sale.partner_id !== partnerId) return 'credited_elsewhere';
  if (sale.test_mode) return 'test_sale';
  return sale.commission_state === 'none' ? 'no_commission' : 'credited';
}

const WITHOUT_SALE: Readonly<Partial<Record<ClaimItem['finding'], string>>> = {
  unknown_order: 'No sale with this order number has been recorded in this program for one of its partners.',
  credited_elsewhere:
    'This sale has been recorded. The last click before it did not come through one of your links.',
};

/** What the books say of a claim, in sentences that say nothing of the customer or of another partner. */
export async function tellClaim(pool: Pool, programId: number, claim: ClaimItem): Promise<string[]> {
  const plain = WITHOUT_SALE[claim.finding];
  if (plain !== undefined || claim.sale_id === null) return plain === undefined ? [] : [plain];
  const history = await readSaleHistory(pool, programId, { saleId: claim.sale_id });
  return history === null ? [] : tellSale(history, 'partner');
}
