import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Engine, startEngine } from './engine.js';
import { compileEngine } from './engine-code.js';

/** What the engine's thread is asked; it answers each with the same `id`. */
export type EngineRequest = { readonly id: number } & (
  | { readonly call: 'start'; readonly directory: string }
  | { readonly call: 'ask'; readonly messages: Uint8Array; readonly client: number }
  | { readonly call: 'run-batches'; readonly port: MessagePort }
  | { readonly call: 'syncWritten' | 'checkpoint' | 'close' }
);

/** What the engine's thread says. */
export type EngineMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'failure'; readonly id: number; readonly error: Error }
  | { readonly kind: 'wal-file' };

/** An engine that is being started. */
export interface StartingEngine {
  readonly started: Promise<Engine>;
  /** Connects to the thread, which runs the batches of tracking for the other end of the port; null where it has none. */
  readonly connectBatches: (() => MessagePort) | null;
}

/** Omits from each member of a union. */
type Without<Union, Key extends keyof Union> = Union extends unknown ? Omit<Union, Key> : never;

/** Only the bundled program has it: a thread can't run sources that have not been compiled. */
const PROGRAM = new URL('./engine-program.js', import.meta.url);

/** What its batches leave behind is collected soon, so that the thread's heap stays small. */
const YOUNG_HEAP_MB = 8;

let prepared: Worker | undefined;

/**
 * Loads what the engine needs, beside whatever else is done. Call it early and without waiting, when an embedded database will be
 * opened.
 */
export function prepareEngine(): void {
  if (hasThread()) prepared ??= createThread();
  else void compileEngine();
}

/**
 * Starts the engine, see `startEngine`, in a thread of its own: while it computes or waits for the disk, this thread
 * takes requests and sends answers. Run from source, as tests are, it shares this thread.
 */
export function startEngineThread(directory: string, onWalFile: () => void): StartingEngine {
  if (!hasThread()) return { started: startEngine(directory, onWalFile), connectBatches: null };
  const thread = prepared ?? createThread();
  prepared = undefined;
  const call = callsOf(thread, onWalFile);
  return {
    started: start(thread, call, directory),
    connectBatches() {
      const { port1, port2 } = new MessageChannel();
      // When the engine has not started, the process ends, or says so where it is awaited.
      call({ call: 'run-batches', port: port2 }, [port2]).catch(() => undefined);
      return port1;
    },
  };
}

function hasThread(): boolean {
  return fs.existsSync(fileURLToPath(PROGRAM));
}

function createThread(): Worker {
  const thread = new Worker(PROGRAM, {
    name: 'database engine',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  // Nothing waits for it until it is asked something.
  thread.unref();
  // It says itself why it stops. Nothing that it has not answered by then will be.
  thread.on('exit', (code) => {
    if (code !== 0) process.exit(1);
  });
  return thread;
}

async function start(thread: Worker, call: Call, directory: string): Promise<Engine> {
  try {
    await call({ call: 'start', directory });
  } catch (error) {
    await endThread(thread);
    throw error;
  }
  return {
    async ask(messages, client) {
      const bytes = await call({ call: 'ask', messages, client });
      if (bytes === undefined) throw new Error('the engine has not answered');
      return bytes;
    },
    syncWritten: async () => void (await call({ call: 'syncWritten' })),
    checkpoint: async () => void (await call({ call: 'checkpoint' })),
    async close() {
      await call({ call: 'close' });
      await endThread(thread);
    },
  };
}

interface Waiting {
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: Error) => void;
}
type Call = (
  request: Without<EngineRequest, 'id'>,
  transferred?: readonly MessagePort[],
) => Promise<Uint8Array | undefined>;

function callsOf(thread: Worker, onWalFile: () => void): Call {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  thread.on('message', (message: EngineMessage) => {
    if (message.kind === 'wal-file') {
      onWalFile();
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) thread.unref();
    if (message.kind === 'answer') call?.resolve(message.bytes);
    else call?.reject(message.error);
  });
  return (request, transferred = []) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, ...request }, transferred);
    });
}

async function endThread(thread: Worker): Promise<void> {
  thread.removeAllListeners('exit');
  await thread.terminate();
}
