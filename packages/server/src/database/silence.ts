import type { Socket } from 'node:net';
import type pg from 'pg';

/** SQL that lifts the limits of time for a transaction. Only PostgreSQL 17 and later have `transaction_timeout`. */
export const LIFT_LIMITS = `
  select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
         case when current_setting('transaction_timeout', true) is not null
              then set_config('transaction_timeout', '0', true) end`;

/**
 * Ends the connection when nothing has gone over it for `limitMs`. A server that hangs, and a network that swallows
 * everything, look just like a slow answer: without this, callers would wait for hours. The queries under way
 * fail with ETIMEDOUT, which `isConnectionLost` recognises.
 */
export function limitSilence(client: pg.ClientBase, limitMs: number): void {
  const socket = socketOf(client);
  if (socket === undefined) return;
  socket.setTimeout(limitMs);
  if (socket.listenerCount('timeout') > 0) return;
  socket.on('timeout', () => {
    const error = new Error('the database has not answered for too long');
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/**
 * Lets the statements of this transaction, which work on whole tables, take as long as they need, whatever the server, the database or
 * the role limit them to. The process itself may pause between two of them, such as for a disk.
 */
export async function allowLongStatements(client: pg.ClientBase): Promise<void> {
  socketOf(client)?.setTimeout(0);
  await client.query(LIFT_LIMITS);
}

/** The embedded engine has none. */
function socketOf(client: pg.ClientBase): Socket | undefined {
  const { stream } = (client as unknown as { connection: { stream?: Partial<Socket> } }).connection;
  return typeof stream?.setTimeout === 'function' ? (stream as Socket) : undefined;
}
