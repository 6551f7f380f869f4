import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Computing, computingHere, type Task } from '../operations/task.js';
import type { WorkAnswer, WorkRequest } from './thread-messages.js';

/** Present in the bundled program only: a thread cannot run uncompiled sources. */
const PROGRAM = new URL('./work-program.js', import.meta.url);
/** A thread without work ends after so long, and gives its memory back. */
const IDLE_MS = 30_000;
/** Work that needs more fails, and the service goes on. */
const MAX_HEAP_MB = 768;

/** Computing in a separate thread, which `close` ends. */
export interface WorkThread extends Computing {
  close(): Promise<void>;
}

/**
 * Runs tasks in one thread beside the one that answers requests. It is started by the first task. Run from source, as tests are, tasks
 * share the thread of the caller and pause within.
 */
export function createWorkThread(): WorkThread {
  if (!fs.existsSync(fileURLToPath(PROGRAM))) return { ...computingHere, close: async () => undefined };
  let open: OpenThread | null = null;
  let count = 0;
  function startThread(): OpenThread {
    const thread = openThread(() => {
      if (open === thread) open = null;
    });
    return thread;
  }
  async function* items<Input, Item>(
    task: Task<Input, Item>,
    input: Input,
    signal?: AbortSignal | null,
  ): AsyncGenerator<Item> {
    open ??= startThread();
    const thread = open;
    const id = ++count;
    try {
      for (let request: WorkRequest = { id, call: 'start', task: task.name, input }; ; ) {
        signal?.throwIfAborted();
        const answer = await thread.ask(request, signal);
        if (answer.kind === 'failure') throw new Error(answer.message);
        if (answer.kind === 'end') return;
        yield answer.item as Item;
        request = { id, call: 'next' };
      }
    } finally {
      thread.finish({ id, call: 'end' });
    }
  }
  return { items, close: async () => void (await open?.end()) };
}

interface OpenThread {
  /** Rejects when the thread ends before it answers, or `signal` is aborted. */
  ask(request: WorkRequest, signal?: AbortSignal | null): Promise<WorkAnswer>;
  /** Says that no more items of the task are taken. */
  finish(request: WorkRequest): void;
  end(): Promise<unknown>;
}

interface Waiting {
  resolve(answer: WorkAnswer): void;
  reject(error: unknown): void;
}

function openThread(onEnd: () => void): OpenThread {
  const thread = new Worker(PROGRAM, {
    name: 'long work',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  thread.unref();
  const waiting = new Map<number, Waiting>();
  const running = new Set<number>();
  let idle: NodeJS.Timeout | undefined;
  const fail = (error: unknown) => {
    onEnd();
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the thread for long work has ended')));
  thread.on('message', (answer: WorkAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    caller?.resolve(answer);
  });
  return {
    ask(request, signal) {
      clearTimeout(idle);
      running.add(request.id);
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal?.reason);
        signal?.addEventListener('abort', stop, { once: true });
        const done = () => signal?.removeEventListener('abort', stop);
        waiting.set(request.id, {
          resolve: (answer) => {
            done();
            resolve(answer);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
        thread.ref();
        thread.postMessage(request);
      });
    },
    finish(request) {
      running.delete(request.id);
      waiting.delete(request.id);
      thread.postMessage(request);
      if (running.size > 0) return;
      thread.unref();
      clearTimeout(idle);
      idle = setTimeout(() => {
        onEnd();
        void thread.terminate();
      }, IDLE_MS).unref();
    },
    end: () => thread.terminate(),
  };
}
