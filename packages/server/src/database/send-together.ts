import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * What is sent over this client until the current turn ends goes out in one piece. Each piece wakes the database, which
 * costs more than many a statement. (The embedded engine's connection gathers by itself.)
 */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Partial<Duplex> } }).connection;
  if (stream.cork === undefined) return;
  stream.cork();
  process.nextTick(() => stream.uncork?.());
}
