import { type Answer, type Asked, pageOf, refuse } from './answer.js';
import { type ApiKey, maskKey, missingPermission } from './keys.js';
import { listOf } from './lists.js';
import type { Merchant, ProcessorEvent } from './merchant.js';
import type { Json, Layout } from './objects.js';

/** Returns why a key is refused, or null if it may be used for the request. */
export function refuseKey(key: ApiKey | undefined, { method, url, key: given }: Asked): Answer | null {
  if (key === undefined || key.state === 'revoked') {
    return refuse(401, `Invalid API Key provided: ${maskKey(given)}`);
  }
  if (key.state === 'expired')
    return refuse(401, `Expired API Key provided: ${maskKey(given)}`, { code: 'api_key_expired' });
  const missing = missingPermission(key, method, url.pathname);
  if (missing === null) return null;
  const has = `The provided key '${maskKey(given)}' does not have the required permissions for this endpoint on account '${key.account}'.`;
  return refuse(403, `${has} Having the '${missing}' permission would allow this request to continue.`);
}

/** Answers what can be read of an account with the platform's key or with a key of its own. */
export function answerReads(
  { url }: Asked,
  merchant: Merchant | undefined,
  layout: Layout,
  events: readonly ProcessorEvent[],
): Answer {
  const name = url.pathname.replace(/^\/v1\//, '');
  if (name === 'events') return { json: eventsPage(events, url) };
  const page = merchant === undefined ? null : listOf(name, merchant, layout, url.searchParams);
  return page === null ? refuse(404, `Unrecognized request URL (${url.pathname})`) : { json: page };
}

/** The provider keeps events for 30 days. */
const KEEPS_DAYS = 30;

function eventsPage(events: readonly ProcessorEvent[], url: URL): Json {
  const query = url.searchParams;
  const types = [...query].flatMap(([key, value]) => (key.startsWith('types[') ? [value] : []));
  const newest = Math.max(0, ...events.map(({ created }) => Number(created)));
  const since = Math.max(Number(query.get('created[gte]') ?? 0), newest - KEEPS_DAYS * 86_400);
  const fitting = events
    .filter(({ type, created }) => (types.length === 0 || types.includes(type)) && Number(created) >= since)
    .map(({ account: _account, ...event }) => event);
  return pageOf('/v1/events', fitting, query);
}
