import type { Pool } from 'pg';
import type { OwnAccount, ProviderKeys } from '../own-accounts.js';
import type { Processor } from '../processor.js';
import type { ConnectionRow } from './connection-row.js';

const DAY_MS = 86_400_000;
/** Events are listed some time after they happened. */
const OVERLAP_MS = 3_600_000;

/** What fetching missed events needs. */
export interface CatchUpContext {
  readonly pool: Pool;
  readonly processor: Pick<Processor, 'accept'>;
  readonly now: () => number;
}

/**
 * Fetches the events that the provider holds and that were not delivered, and takes them in like those that were: what is here already
 * is not taken twice, so an interrupted run is repeated from its beginning. Returns how many were fetched; rejects with `ProviderError`.
 */
export async function catchUp(
  { pool, processor, now }: CatchUpContext,
  row: ConnectionRow,
  account: OwnAccount,
  keys: ProviderKeys,
): Promise<number> {
  const startedMs = now();
  const oldestMs = startedMs - keys.holdsEventsDays * DAY_MS;
  const fromMs = Math.max(oldestMs, (row.caught_up_until?.getTime() ?? 0) - OVERLAP_MS);
  let fetched = 0;
  for await (const events of account.eventsSince(fromMs)) {
    const receivedAtMs = now();
    await Promise.all(
      events.map((event) =>
        processor.accept({ ...event, provider: row.provider, connectionId: row.id, receivedAtMs }),
      ),
    );
    fetched += events.length;
  }
  await pool.query(
    `update payment_connections set caught_up_until = greatest(caught_up_until, to_timestamp($2::float8 / 1000)) where id = $1`,
    [row.id, startedMs],
  );
  return fetched;
}
