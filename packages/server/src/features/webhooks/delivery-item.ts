import type { DeliveryItem } from '@svc/contract';
import { eventIdOf } from '../events/event-id.js';

export const DELIVERIES = `select id, webhook_id, sequence, event_id, type, status, attempts, last_status, last_error,
  next_attempt_at, delivered_at, created_at from webhook_deliveries`;

/** A row that `DELIVERIES` reads. */
export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly sequence: number | null;
  readonly event_id: number | null;
  readonly type: string;
  readonly status: DeliveryItem['status'];
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
}

/** What `webhook-id` carries at every attempt: the id of the event; a test has one of its own. */
export function messageIdOf({ id, event_id }: Pick<DeliveryRow, 'id' | 'event_id'>): string {
  return event_id === null ? `evt_test_${id}` : eventIdOf(event_id);
}

/** A delivery as it is listed. */
export function deliveryFromRow(row: DeliveryRow): DeliveryItem {
  return {
    id: row.id,
    event_id: messageIdOf(row),
    sequence: row.sequence,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    last_status: row.last_status,
    last_error: row.last_error,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
