import type { Context } from './context.js';

/** A command such as `svc status` as it works in the shell that started this one: npx finds a local installation, the shell does not. */
export function runnable(command: string, { environment }: Pick<Context, 'environment'>): string {
  return environment.npm_command === 'exec' ? command.replace(/^svc /, 'npx --no-install svc ') : command;
}
