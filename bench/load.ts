import { fork } from 'node:child_process';
import { once } from 'node:events';
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
  return {
    async run(order) {
      child.send(order);
      const ended = once(child, 'exit').then(() => [{ error: 'the load generator ended' }]);
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [
        { result?: LoadResult; error?: string },
      ];
      if (answer.result === undefined) throw new Error(answer.error);
      return answer.result;
    },
    stop() {
      child.disconnect();
    },
  };
}
