import type { Socket } from 'node:net';
import type pg from 'pg';

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

/** Lets statements that work on whole tables take as long as they need, until the client is back in the pool. */
export function allowSilence(client: pg.ClientBase): void {
  socketOf(client)?.setTimeout(0);
}

/** The embedded engine has none. */
function socketOf(client: pg.ClientBase): Socket | undefined {
  const { stream } = (client as unknown as { connection: { stream?: Partial<Socket> } }).connection;
  return typeof stream?.setTimeout === 'function' ? (stream as Socket) : undefined;
}
