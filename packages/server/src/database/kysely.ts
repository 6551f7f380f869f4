import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.js';

/**
 * Typed queries over an existing pool, or over one client of it inside `withTransaction`. The pool stays its owner's:
 * `destroy()` on the result ends nothing, and the client is not released.
 */
export function kyselyFor(source: pg.Pool | pg.PoolClient): Kysely<Tables> {
  const connect = 'release' in source ? async () => withoutRelease(source) : () => source.connect();
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
}

function withoutRelease(client: pg.PoolClient): Pick<pg.PoolClient, 'query' | 'release'> {
  return { query: client.query.bind(client), release: () => {} };
}
