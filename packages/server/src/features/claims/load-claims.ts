import type { ClaimItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';

interface ClaimRow extends Omit<ClaimItem, 'created_at' | 'answered_at' | 'correction'> {
  readonly correction: NonNullable<ClaimItem['correction']>['type'] | null;
  readonly correction_id: number | null;
  readonly bonus_cents: number | null;
  readonly bonus_currency: string | null;
  readonly created_at: Date;
  readonly answered_at: Date | null;
}

const CLAIMS = `
  select claims.id, claims.partner_id, reference, note, claims.status, finding, sale_id, answer, claims.created_at, answered_at,
         correction, correction_id, b.amount_cents as bonus_cents, b.currency as bonus_currency
    from claims left join adjustments b on correction = 'adjustment' and b.id = correction_id`;

/** The claims of a program, or of one partner in it, newest first. */
export async function loadClaims(
  pool: Pool,
  filter: {
    readonly programId: number;
    readonly partnerId: number | null;
    readonly status: ClaimItem['status'] | null;
  },
  request: PageRequest,
): Promise<Page<ClaimItem>> {
  const { programId, partnerId, status } = filter;
  // Partners are searched only for those who may see whose claim it is.
  const ofPartner = partnerId === null ? ['name', 'email'].map(partnerOfClaim) : [];
  const rows = {
    select: CLAIMS,
    where:
      'claims.program_id = $1 and ($2::bigint is null or claims.partner_id = $2) and ($3::text is null or claims.status = $3)',
    values: [programId, partnerId, status],
    id: 'claims.id',
    sorts: CLAIM_SORTS,
    search: { anywhere: ['reference', 'note', ...ofPartner] },
  };
  return loadPage<ClaimRow, ClaimItem>(pool, request, rows, claimFromRow);
}

function partnerOfClaim(column: string): string {
  return `(select n.${column} from partners n where n.id = claims.partner_id)`;
}

export const CLAIM_SORTS: SortColumns = {
  created_at: { sql: 'claims.created_at', type: 'time' },
  reference: { sql: sortText('reference'), type: 'text' },
  answered_at: { sql: `coalesce(answered_at, 'epoch')`, type: 'time' },
};

/** A claim of a program; null when there is none. */
export async function findClaim(
  client: Pool | ClientBase,
  programId: number,
  claimId: number,
): Promise<ClaimItem | null> {
  const { rows } = await client.query<ClaimRow>(`${CLAIMS} where claims.program_id = $1 and claims.id = $2`, [
    programId,
    claimId,
  ]);
  const row = rows[0];
  return row === undefined ? null : claimFromRow(row);
}

/** These claims, by id. */
export async function loadClaimsById(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ClaimItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<ClaimRow>(`${CLAIMS} where claims.id = any($1::bigint[])`, [ids]);
  return new Map(rows.map((row) => [row.id, claimFromRow(row)]));
}

function claimFromRow(row: ClaimRow): ClaimItem {
  return {
    id: row.id,
    partner_id: row.partner_id,
    reference: row.reference,
    note: row.note,
    status: row.status,
    finding: row.finding,
    sale_id: row.sale_id,
    answer: row.answer,
    correction:
      row.correction === null || row.correction_id === null
        ? null
        : {
            type: row.correction,
            id: row.correction_id,
            amount_cents: row.bonus_cents,
            currency: row.bonus_currency,
          },
    created_at: row.created_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}
