import type pg from 'pg';
import { withoutPreparedStatements } from '../statements.js';

/**
 * Whether a pooler such as PgBouncer is between this process and the server: then the process that the connection was said to be with at
 * its start is not the one that answers, whose number is `pid`. Several connections of a pooler may share one of the server's, changing
 * hands with each transaction: nothing that is set or prepared stays where it was.
 */
export function isPooled(client: pg.ClientBase, pid: number): boolean {
  const { processID } = client as unknown as { readonly processID: number | null };
  return pid !== processID;
}

/** Makes a client send every statement with its text, because the server may forget those that it has prepared. */
export function prepareNothing(client: pg.ClientBase): void {
  withoutPreparedStatements(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (config: unknown, ...rest: unknown[]) => query(withoutName(config), ...rest);
  Object.assign(client, { query: unnamed });
}

function withoutName(config: unknown): unknown {
  const isNamed = typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
  return isNamed ? { ...config, name: undefined } : config;
}
