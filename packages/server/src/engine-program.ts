import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Engine, startEngine } from './database/embedded/engine.js';
import { compileEngine } from './database/embedded/engine-code.js';
import type { EngineMessage, EngineRequest } from './database/embedded/engine-thread.js';
import { createEmbeddedPool } from './database/embedded/pool.js';
import { serveBatches } from './ingest/batches-by-message.js';

/**
 * Entry point of the engine's thread: answers the requests of `startEngineThread`, and runs the batches of tracking beside the
 * engine. An unhandled error ends the thread, and the process with it.
 */
const port = parentPort;
if (port === null) throw new Error('this program is only for a thread of the service');

// While the service loads the rest of itself, until it says where the database is.
void compileEngine();

let starting: Promise<Engine> | undefined;

async function handle(request: EngineRequest): Promise<Uint8Array | undefined> {
  if (request.call === 'start') {
    starting = startEngine(request.directory, () => send({ kind: 'wal-file' }));
    await starting;
    return undefined;
  }
  if (starting === undefined) throw new Error('the engine has not been started');
  const engine = await starting;
  if (request.call === 'ask') return engine.ask(request.messages, request.client);
  if (request.call === 'run-batches') runBatches(engine, request.port);
  else await engine[request.call]();
  return undefined;
}

function runBatches(engine: Engine, batches: MessagePort): void {
  // A lost client has failed a batch, which says so.
  const pool = createEmbeddedPool(engine.ask, { onError: () => undefined });
  serveBatches(batches, pool);
}

function send(message: EngineMessage): void {
  const transferred = message.kind === 'answer' && message.bytes ? [message.bytes.buffer as ArrayBuffer] : [];
  port?.postMessage(message, transferred);
}

port.on('message', (request: EngineRequest) => {
  const { id } = request;
  handle(request).then(
    (bytes) => send({ kind: 'answer', id, bytes }),
    (error: unknown) =>
      send({ kind: 'failure', id, error: error instanceof Error ? error : new Error(String(error)) }),
  );
});
