import { type DeliveryItem, DeliveryPage, DeliveryQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';
import { NEWEST_SEARCHED, type SearchText, wholeNumber } from '../../operations/search.js';
import { eventRowOf } from '../events/event-id.js';
import { DELIVERIES, type DeliveryRow, deliveryFromRow } from './delivery-item.js';

const SORTS: SortColumns = { created_at: { sql: 'id', type: 'number' } };

export const listDeliveries = defineList({
  name: 'listDeliveries',
  route: 'GET /api/workspaces/:workspaceId/webhooks/:id/deliveries',
  permission: 'webhook:write',
  alsoNeeds: ['report:read'],
  summary: 'What was sent to a webhook, and what came of it',
  input: DeliveryQuery,
  output: DeliveryPage,
  sorts: SORTS,
  search:
    'type, last error, whole id of the event, in the newest 5,000 deliveries; whole number of the event in all',
  async run({ pool, scope, input, id }, page) {
    const { rows } = await pool.query(
      'select 1 from webhooks where workspace_id = $1 and id = $2 and removed_at is null',
      [scope.workspaceId, id()],
    );
    if (rows.length === 0) throw new RefusedError('not_found');
    return loadDeliveries(pool, { webhookId: id(), status: input.status ?? null }, page);
  },
});

/** Deliveries of a webhook, newest first. */
async function loadDeliveries(
  pool: Pool,
  filter: { readonly webhookId: number; readonly status: DeliveryItem['status'] | null },
  request: PageRequest,
): Promise<Page<DeliveryItem>> {
  const rows = {
    select: DELIVERIES,
    where: `webhook_id = $1 ${filter.status === null ? '' : WITH_STATUS[filter.status]}`,
    values: [filter.webhookId],
    id: 'id',
    sorts: SORTS,
    search: { condition: searchCondition },
  };
  return loadPage<DeliveryRow, DeliveryItem>(pool, request, rows, deliveryFromRow);
}

/** Written out: an index has only those that are not delivered, and is used where the statement says so itself. */
const WITH_STATUS = {
  delivered: `and status = 'delivered'`,
  pending: `and status = 'pending'`,
  failed: `and status = 'failed'`,
} as const;

/** No index has the id of the event: it would cost more at each delivery than it brings. The number finds old ones. */
function searchCondition({ text, isIn, isNumber }: SearchText): string {
  const [, testId = ''] = /^evt_test_(\d+)$/i.exec(text) ?? [];
  return `id = any(array(
    select n.id from (${NEWEST}) n
     where ${isIn('n.type')} or ${isIn('n.last_error')} or ${isNumber('n.event_id', eventRowOf(text))}
    union all
    select d.id from webhook_deliveries d
     where d.webhook_id = $1 and (${isNumber('d.sequence', wholeNumber(text))} or ${isNumber('d.id', wholeNumber(testId))})))`;
}

const NEWEST = `select id, type, last_error, event_id from webhook_deliveries where webhook_id = $1 order by id desc limit ${NEWEST_SEARCHED}`;
