import { parentPort } from 'node:worker_threads';
import { type Engine, startEngine } from './engine.js';
import { compileEngine } from './engine-code.js';
import type { EngineMessage, EngineRequest } from './engine-thread.js';

/**
 * Entry point of the engine's thread: answers the requests of `startEngineThread`. An unhandled error ends the thread, and the
 * process with it.
 */
const port = parentPort;
if (port === null) throw new Error('this program is only for a thread of the service');

// While the service loads the rest of itself, until it says where the database is.
void compileEngine();

let engine: Engine | undefined;

async function handle(request: EngineRequest): Promise<Uint8Array | undefined> {
  if (request.call === 'start') {
    engine = await startEngine(request.directory, () => send({ kind: 'wal-file' }));
    return undefined;
  }
  if (engine === undefined) throw new Error('the engine has not started');
  if (request.call === 'ask') return engine.ask(request.messages);
  await engine[request.call]();
  return undefined;
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
