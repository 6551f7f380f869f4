import { type DeliveryItem, DeliveryPage, DeliveryQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';
import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { DELIVERIES, type DeliveryRow, deliveryFromRow } from './delivery-item.js';

const SORTS: SortColumns = { created_at: { sql: 'id', type: 'number' } };

export const listDeliveries = defineList({
  name: 'listDeliveries',
  route: 'GET /api/workspaces/:workspaceId/webhooks/:id/deliveries',
  permission: 'webhook:write',
  summary: 'What was sent to a webhook, and what came of it',
  input: DeliveryQuery,
  output: DeliveryPage,
  sorts: SORTS,
  search: 'type, last error (of the newest 5,000 deliveries)',
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
    where: 'webhook_id = $1 and ($2::text is null or status = $2)',
    values: [filter.webhookId, filter.status],
    id: 'id',
    sorts: SORTS,
    search: {
      condition: ({ isIn }: SearchText) =>
        `id in (select n.id from (${NEWEST}) n where ${isIn('n.type')} or ${isIn('n.last_error')})`,
    },
  };
  return loadPage<DeliveryRow, DeliveryItem>(pool, request, rows, deliveryFromRow);
}

const NEWEST = `select id, type, last_error from webhook_deliveries where webhook_id = $1 order by id desc limit ${NEWEST_SEARCHED}`;
