import type { AdjustmentItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';

interface AdjustmentRow extends Omit<AdjustmentItem, 'payable_at' | 'created_at'> {
  readonly payable_at: Date;
  readonly created_at: Date;
}

const ADJUSTMENTS = `
  select a.id, a.partner_id, a.amount_cents, a.currency, a.reason, a.status, a.payable_at, a.payout_id, a.reverses_id,
         r.id as reversed_by_id, a.created_by, a.created_at
    from adjustments a left join adjustments r on r.reverses_id = a.id`;

/** The adjustments of a program, or of one partner in it, newest first. */
export async function loadAdjustments(
  pool: Pool,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<AdjustmentItem>> {
  const rows = {
    select: ADJUSTMENTS,
    where: 'a.program_id = $1 and ($2::bigint is null or a.partner_id = $2)',
    values: [programId, partnerId],
    id: 'a.id',
    sorts: ADJUSTMENT_SORTS,
    search: {
      anywhere: ['a.reason', ...(partnerId === null ? ['a.created_by', ...PARTNER_OF_ADJUSTMENT] : [])],
    },
  };
  return loadPage<AdjustmentRow, AdjustmentItem>(pool, request, rows, adjustmentFromRow);
}

const PARTNER_OF_ADJUSTMENT = ['name', 'email'].map(
  (column) => `(select n.${column} from partners n where n.id = a.partner_id)`,
);

export const ADJUSTMENT_SORTS: SortColumns = {
  created_at: { sql: 'a.created_at', type: 'time' },
  payable_at: { sql: 'a.payable_at', type: 'time' },
  amount_cents: { sql: 'a.amount_cents', type: 'number' },
};

/** An adjustment of a program; null when there is none. */
export async function findAdjustment(
  client: ClientBase,
  programId: number,
  adjustmentId: number,
): Promise<AdjustmentItem | null> {
  const { rows } = await client.query<AdjustmentRow>(`${ADJUSTMENTS} where a.program_id = $1 and a.id = $2`, [
    programId,
    adjustmentId,
  ]);
  const row = rows[0];
  return row === undefined ? null : adjustmentFromRow(row);
}

/** These adjustments, by id. */
export async function loadAdjustmentsById(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AdjustmentItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<AdjustmentRow>(`${ADJUSTMENTS} where a.id = any($1::bigint[])`, [ids]);
  return new Map(rows.map((row) => [row.id, adjustmentFromRow(row)]));
}

function adjustmentFromRow({ payable_at, created_at, ...row }: AdjustmentRow): AdjustmentItem {
  return { ...row, payable_at: payable_at.toISOString(), created_at: created_at.toISOString() };
}
