import { createContext, Script } from 'node:vm';
import type { Exercise } from './trial.js';

/** Globals of the common minimum of web runtimes (WinterTC) that the client packages may use. Nothing of Node is among them. */
const WEB_GLOBALS = [
  ...[
    'AbortController',
    'AbortSignal',
    'atob',
    'btoa',
    'clearTimeout',
    'console',
    'crypto',
    'fetch',
    'Headers',
    'performance',
  ],
  ...['Request', 'Response', 'setTimeout', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams'],
];

/** Runs a script that sets `run` to `exercise`, in a realm that has only the globals of a web runtime. Returns its result. */
export async function runAsWorker(script: string, exercise: Exercise): Promise<unknown> {
  const context = createContext(
    Object.fromEntries(WEB_GLOBALS.map((name) => [name, globalThis[name as keyof typeof globalThis]])),
  );
  new Script(script).runInContext(context);
  const given = JSON.stringify(exercise);
  return JSON.parse(
    await new Script(`run(${given}).then((result) => JSON.stringify(result))`).runInContext(context),
  );
}
