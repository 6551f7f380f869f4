import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { TASKS } from './features/tasks.js';
import type { WorkAnswer, WorkRequest } from './long-work/thread-messages.js';

/** Entry point of the thread for long work: runs the tasks that `createWorkThread` is asked for, each at the pace of its reader. */
const port = parentPort;
if (port === null) throw new Error('this program is only for a thread of the service');

// Long work takes what requests leave of the processors. On Linux, this is the priority of the calling thread alone.
if (os.platform() === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);

const running = new Map<number, AsyncIterator<unknown>>();

function start(name: string, input: unknown): AsyncIterator<unknown> {
  const task = TASKS.find((one) => one.name === name);
  if (task === undefined) throw new Error(`there is no task ${name}`);
  return task.run(input as never)[Symbol.asyncIterator]();
}

async function answer(request: Exclude<WorkRequest, { readonly call: 'end' }>): Promise<WorkAnswer> {
  const { id } = request;
  if (request.call === 'start') running.set(id, start(request.task, request.input));
  const next = await running.get(id)?.next();
  return next === undefined || next.done === true
    ? { id, kind: 'end' }
    : { id, kind: 'item', item: next.value };
}

port.on('message', (request: WorkRequest) => {
  const { id } = request;
  if (request.call === 'end') {
    void running.get(id)?.return?.();
    running.delete(id);
    return;
  }
  answer(request as Exclude<WorkRequest, { readonly call: 'end' }>).then(
    (message) => port.postMessage(message),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ id, kind: 'failure', message } satisfies WorkAnswer);
    },
  );
});
