import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load-process.js';

/** The load generator, in a process of its own: nothing but the load runs in its event loop. */
export interface Load {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  let settle: (answer: { result?: LoadResult; error?: string }) => void = () => {};
  child.on('message', (answer: object) => settle(answer));
  child.on('exit', () => settle({ error: 'the load generator ended' }));
  return {
    async run(order) {
      const answered = new Promise<{ result?: LoadResult; error?: string }>((resolve) => {
        settle = resolve;
      });
      child.send(order);
      const { result, error } = await answered;
      if (result === undefined) throw new Error(error);
      return result;
    },
    stop() {
      child.disconnect();
    },
  };
}
