import { spawn } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';

/**
 * Optimizes no more functions. A thread of V8 that optimizes while the process exits may wait for a collection by the main thread, which
 * waits for that thread: https://github.com/nodejs/node/issues/54918.
 */
const OPTIMIZE_NOTHING = ['--max-optimized-bytecode-size=0', '--no-wasm-dynamic-tiering'];

/** Ends itself with the service, whose end closes its input. */
const GUARD = `
(sleep "$2" >/dev/null 2>&1; echo "$3" >&2; kill -9 "$1") & guard=$!
cat >/dev/null; kill "$guard" 2>/dev/null`;

/**
 * Makes sure that this process ends: after `limitMs`, in whole seconds, it is killed from outside, even if its main thread no longer runs.
 * Call it when the process begins to shut down. Does nothing more where there is no `sh`.
 */
export function guardExit(limitMs: number): void {
  for (const flag of OPTIMIZE_NOTHING) setFlagsFromString(flag);
  if (process.platform === 'win32') return;
  const text = `svc-server: process ${process.pid} did not end ${limitMs / 1000} s after it began to shut down: killed`;
  const guard = spawn('sh', ['-c', GUARD, 'svc-server', String(process.pid), String(limitMs / 1000), text], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // A signal to the group of this process is not for it.
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
}
