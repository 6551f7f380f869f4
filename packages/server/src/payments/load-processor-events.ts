import type { Language, ProcessorEventItem } from '@svc/contract';
import { eventReason, eventReasonText, type StoredReason } from '@svc/contract/event-reasons';
import type { ClientBase, Pool } from 'pg';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../operations/keyset.js';
import { isSearched, NEWEST_SEARCHED, type SearchText } from '../operations/search.js';
import type { EventStatus } from './event-row.js';

interface EventRow {
  readonly row_id: number;
  readonly id: string;
  readonly type: string;
  readonly status: EventStatus;
  readonly connection_id: number | null;
  readonly reason_code: string;
  readonly reason_parameters: ProcessorEventItem['reason_parameters'];
  readonly attempts: number;
  readonly received_at: Date;
  readonly has_sale: boolean;
}

// An event that waited for its sale took effect when the sale was recorded, in the same transaction.
const HAS_SALE = `(o.status = 'waiting' and exists (
           select 1 from sale_references n
            where n.reference = any(o.payment_references) and n.workspace_id = o.workspace_id))`;
const SELECT = `
  select e.id as row_id, e.event_id as id, e.type, o.status, o.connection_id, o.reason_code, o.reason_parameters, o.attempts, e.received_at,
         ${HAS_SALE} as has_sale
    from processor_outcomes o join processor_events e on e.id = o.id`;

/** Which events of a workspace to load, and the language of their reasons. */
export interface EventsQuery {
  readonly workspaceId: number;
  /** As it is shown; null: all. */
  readonly status: EventStatus | null;
  readonly language?: Language | undefined;
}

/** Loads events of the payment providers of a workspace with their results, newest first. */
export async function loadProcessorEvents(
  pool: Pool,
  { workspaceId, status, language }: EventsQuery,
  request: PageRequest,
): Promise<Page<ProcessorEventItem>> {
  const { search } = request;
  const foundIds = isSearched(search) ? await findByReason(pool, workspaceId, search, language) : [];
  const rows = {
    select: SELECT,
    where: `o.workspace_id = $1 and ($2::text is null or case when ${HAS_SALE} then 'processed' else o.status end = $2)`,
    values: [workspaceId, status],
    id: 'o.id',
    sorts: PROCESSOR_EVENT_SORTS,
    search: { condition: (text: SearchText) => searchCondition(text, foundIds) },
  };
  return loadPage<EventRow, ProcessorEventItem>(pool, request, rows, (row) => itemFromRow(row, language));
}

export const PROCESSOR_EVENT_SORTS: SortColumns = { received_at: { sql: 'o.id', type: 'number' } };

function searchCondition({ isIn, isOneOf }: SearchText, foundIds: readonly string[]): string {
  return `o.id in (
    select n.id from (select x.id, y.event_id, y.type from processor_outcomes x join processor_events y on y.id = x.id
                       where x.workspace_id = $1 order by x.id desc limit ${NEWEST_SEARCHED}) n
     where ${[...['n.event_id', 'n.type'].map(isIn), isOneOf('n.id::text', foundIds)].join(' or ')})`;
}

/** Finds the newest events whose reason contains a text in the reader's language. Reasons have no text before they are rendered. */
async function findByReason(
  pool: Pool,
  workspaceId: number,
  search: string,
  language: Language | undefined,
): Promise<string[]> {
  const { rows } = await pool.query<StoredReason & { id: number; has_sale: boolean }>(
    `select o.id, o.reason_code as code, o.reason_parameters as parameters, ${HAS_SALE} as has_sale from processor_outcomes o
      where o.workspace_id = $1 order by o.id desc limit ${NEWEST_SEARCHED}`,
    [workspaceId],
  );
  const searched = folded(search.trim());
  return rows
    .filter((row) => folded(eventReasonText(row.has_sale ? SALE_ARRIVED : row, language)).includes(searched))
    .map(({ id }) => String(id));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** One of them, or null. */
export async function findProcessorEvent(
  db: Pool | ClientBase,
  workspaceId: number,
  id: string,
  language?: Language,
): Promise<ProcessorEventItem | null> {
  const { rows } = await db.query<EventRow>(`${SELECT} where o.workspace_id = $1 and e.event_id = $2`, [
    workspaceId,
    id,
  ]);
  return rows[0] === undefined ? null : itemFromRow(rows[0], language);
}

const SALE_ARRIVED = eventReason('sale_arrived');

function itemFromRow(row: EventRow, language: Language | undefined): ProcessorEventItem {
  const stored = { code: row.reason_code, parameters: row.reason_parameters };
  const { code, parameters } = row.has_sale ? SALE_ARRIVED : stored;
  return {
    id: row.id,
    type: row.type,
    status: row.has_sale ? 'processed' : row.status,
    connection_id: row.connection_id,
    reason_code: code,
    reason_parameters: { ...parameters },
    reason: eventReasonText({ code, parameters }, language),
    attempts: row.attempts,
    received_at: row.received_at.toISOString(),
  };
}
