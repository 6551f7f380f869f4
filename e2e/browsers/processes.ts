import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
// However the run ends, no browser goes on.
process.on('exit', () => {
  for (const child of running) killGroup(child);
});

/** Starts a program as the head of a process group of its own, which `endGroup` ends with everything it has started. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  running.add(child);
  return child;
}

/** Ends the group of a program that `startGroup` started, and waits for the program. */
export async function endGroup(child: ChildProcess): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const ended = hasEnded ? undefined : once(child, 'exit');
  killGroup(child);
  await ended;
  running.delete(child);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone.
  }
}
