import type { ProcessorEventItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../operations/keyset.js';
import { NEWEST_SEARCHED, type SearchText } from '../operations/search.js';
import type { EventStatus } from './event-row.js';

interface EventRow {
  readonly row_id: number;
  readonly id: string;
  readonly type: string;
  readonly status: EventStatus;
  readonly reason: string;
  readonly attempts: number;
  readonly received_at: Date;
  readonly has_sale: boolean;
}

// An event that waited for its sale took effect when the sale was recorded, in the same transaction.
const HAS_SALE = `(o.status = 'waiting' and exists (
           select 1 from sale_references n
            where n.reference = any(o.payment_references) and n.workspace_id = o.workspace_id))`;
const SELECT = `
  select e.id as row_id, e.event_id as id, e.type, o.status, o.reason, o.attempts, e.received_at,
         ${HAS_SALE} as has_sale
    from processor_outcomes o join processor_events e on e.id = o.id`;

/**
 * The events of the card processor that are a workspace's, newest first, with what came of each and why. `status` as it
 * is shown; null: all.
 */
export async function loadProcessorEvents(
  pool: Pool,
  workspaceId: number,
  status: EventStatus | null,
  request: PageRequest,
): Promise<Page<ProcessorEventItem>> {
  const rows = {
    select: SELECT,
    where: `o.workspace_id = $1 and ($2::text is null or case when ${HAS_SALE} then 'processed' else o.status end = $2)`,
    values: [workspaceId, status],
    id: 'o.id',
    sorts: PROCESSOR_EVENT_SORTS,
    search: { condition: searchCondition },
  };
  return loadPage<EventRow, ProcessorEventItem>(pool, request, rows, itemFromRow);
}

export const PROCESSOR_EVENT_SORTS: SortColumns = { received_at: { sql: 'o.id', type: 'number' } };

function searchCondition({ isIn }: SearchText): string {
  return `o.id in (
    select n.id from (select x.id, y.event_id, y.type, x.reason from processor_outcomes x join processor_events y on y.id = x.id
                       where x.workspace_id = $1 order by x.id desc limit ${NEWEST_SEARCHED}) n
     where ${['n.event_id', 'n.type', 'n.reason'].map(isIn).join(' or ')})`;
}

/** One of them, or null. */
export async function findProcessorEvent(
  db: Pool | ClientBase,
  workspaceId: number,
  id: string,
): Promise<ProcessorEventItem | null> {
  const { rows } = await db.query<EventRow>(`${SELECT} where o.workspace_id = $1 and e.event_id = $2`, [
    workspaceId,
    id,
  ]);
  return rows[0] === undefined ? null : itemFromRow(rows[0]);
}

function itemFromRow(row: EventRow): ProcessorEventItem {
  return {
    id: row.id,
    type: row.type,
    status: row.has_sale ? 'processed' : row.status,
    reason: row.has_sale ? 'It waited for its sale, and took effect when that was recorded.' : row.reason,
    attempts: row.attempts,
    received_at: row.received_at.toISOString(),
  };
}
