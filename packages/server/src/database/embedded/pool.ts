import pg from 'pg';
import { readSession, setUpSession } from '../prepare-session.js';
import { keyedPlansOnly, survivesLostClients } from '../session.js';
import { noteSharedSession } from '../slices.js';
import { checkDriver } from '../statements.js';
import { columnTypes } from '../types.js';
import { createEmbeddedClient } from './client.js';
import type { Ask } from './engine.js';
import { sampleLittle } from './upkeep.js';

// One session is shared by all: waiting for it is ordinary, but a transaction that waits for itself must end.
const WAIT_MS = 30_000;
/** One for each lane of tracking, and one for what its requests look up. */
const DEFAULT_SIZE = 3;

/** A pool of clients of the embedded engine; they take turns, a transaction at a time. */
export function createEmbeddedPool(
  ask: Ask,
  options: { readonly size?: number; readonly onError: (error: Error) => void },
): pg.Pool {
  // A client needs a connection of its own: with a shared one, the end of a discarded client ends its successor too.
  function EmbeddedClient(config: pg.ClientConfig): pg.Client {
    return createEmbeddedClient(ask, config);
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient as unknown as new () => pg.ClientBase,
    pipeline: true,
    max: options.size ?? DEFAULT_SIZE,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_MS,
    types: columnTypes,
    // Reports share this session; those that read whole tables say so themselves.
    onConnect: async (client) => {
      checkDriver(client);
      await setUpSession(client, await readSession(client), `${keyedPlansOnly}; ${sampleLittle}`);
    },
  });
  noteSharedSession(pool);
  survivesLostClients(pool, options.onError);
  return pool;
}
