import { type DeliveryItem, DeliveryPage, DeliveryQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';
import { DELIVERIES, type DeliveryRow, deliveryFromRow } from './delivery-item.js';

export const listDeliveries = defineList({
  name: 'listDeliveries',
  route: 'GET /api/workspaces/:workspaceId/webhooks/:id/deliveries',
  permission: 'webhook:write',
  summary: 'What was sent to a webhook, and what came of it',
  input: DeliveryQuery,
  output: DeliveryPage,
  positionLength: 1,
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
  const { rows } = await pool.query<DeliveryRow>(
    `${DELIVERIES} where webhook_id = $1 and id < $2 and ($3::text is null or status = $3) order by id desc limit $4`,
    [filter.webhookId, ...positionOf(request, 1), filter.status, request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], deliveryFromRow);
}
