import type { SvcEvent, WebhookFormat } from '@svc/contract';
import type { Pool } from 'pg';
import { CHATS } from './chat.js';
import { loadNames } from './load-names.js';
import { messageOf } from './message.js';

/**
 * The bodies of requests about events, by the id of the event: the event itself as JSON, or a message as the chat takes it.
 */
export async function writeBodies(
  pool: Pool,
  events: readonly SvcEvent[],
  { format, baseUrl }: { readonly format: WebhookFormat; readonly baseUrl: string },
): Promise<ReadonlyMap<string, string>> {
  if (format === 'standard') return new Map(events.map((event) => [event.id, JSON.stringify(event)]));
  const { quote, body } = CHATS[format];
  const context = { ...(await loadNames(pool, events)), baseUrl, quote };
  return new Map(events.map((event) => [event.id, JSON.stringify(body(messageOf(event, context)))]));
}
