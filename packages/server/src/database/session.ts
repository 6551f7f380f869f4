import type pg from 'pg';

/**
 * Every statement of tracking looks up or adds rows by their keys. While a table is small, reading all of it is cheaper,
 * and a plan made then is kept while the table grows a thousandfold; so such plans are not made at all.
 */
export const keyedPlansOnly =
  'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off';

/** Without these listeners Node ends the process when a connection breaks, be it idle or checked out between queries. */
export function survivesLostClients(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
}
