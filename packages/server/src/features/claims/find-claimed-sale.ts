import type { ClaimItem } from '@svc/contract';
import type { EnrollmentStatus } from '@svc/core';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** A partner who was never approved has no sales and must not learn which orders exist. */
const MAY_CLAIM: readonly EnrollmentStatus[] = ['approved', 'suspended'];

/** A partner of a program, and the customer's order. */
export interface ClaimedOrder {
  readonly programId: number;
  readonly partnerId: number;
  readonly reference: string;
}

/** What is recorded of an order. `saleId` null: nothing. */
export interface ClaimedSale {
  readonly finding: ClaimItem['finding'];
  readonly saleId: number | null;
}

interface FoundRow {
  readonly id: number;
  readonly partner_id: number;
  readonly test_mode: boolean;
  readonly commission_state: 'earned' | 'none' | 'missing';
}

/** Locks a partner's relationship, so that what they ask is counted one after the other; refuses who may not claim. */
export async function lockClaimant(
  client: ClientBase,
  { programId, partnerId }: Pick<ClaimedOrder, 'programId' | 'partnerId'>,
): Promise<void> {
  const { rows } = await client.query<{ status: EnrollmentStatus }>(
    'select status from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [programId, partnerId],
  );
  if (!MAY_CLAIM.includes(rows[0]?.status ?? 'pending')) throw new RefusedError('partner_not_approved');
}

/** What the books say of an order, from a partner's point of view: of another partner only that there is one. */
export async function findClaimedSale(
  client: ClientBase,
  { programId, partnerId, reference }: ClaimedOrder,
): Promise<ClaimedSale> {
  const { rows } = await client.query<FoundRow>(
    `select s.id, s.partner_id, s.test_mode, s.commission_state
       from sale_references r join sales s on s.id = r.sale_id
      where r.reference = $2 and s.program_id = $1`,
    [programId, reference],
  );
  const sale = rows[0] ?? null;
  return { finding: findingOf(sale, partnerId), saleId: sale?.id ?? null };
}

function findingOf(sale: FoundRow | null, partnerId: number): ClaimItem['finding'] {
  if (sale === null) return 'unknown_order';
  if (sale.partner_id !== partnerId) return 'credited_elsewhere';
  if (sale.test_mode) return 'test_sale';
  return sale.commission_state === 'none' ? 'no_commission' : 'credited';
}
