import type { ProviderEvent } from '../../payments/provider.js';
import { nameAt, objectAt, parseJsonObject } from '../../payments/read-json.js';
import { timeMs } from './read-object.js';

/** The event in a body; null when it is none. */
export function parseEvent(body: string): ProviderEvent | null {
  const event = parseJsonObject(body);
  if (event === null) return null;
  const id = nameAt(event, 'id');
  const type = nameAt(event, 'type');
  if (id === null || type === null) return null;
  const created = event.created;
  return {
    id,
    type,
    account: nameAt(event, 'account'),
    livemode: event.livemode === true,
    createdMs: timeMs(created) ?? (typeof created === 'string' ? Date.parse(created) || 0 : 0),
    object: event.object === 'event' ? objectAt(objectAt(event, 'data') ?? {}, 'object') : null,
  };
}
