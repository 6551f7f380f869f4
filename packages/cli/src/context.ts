import type { Terminal } from './terminal.js';

/** What a command works with. */
export interface Context {
  /** The folder of the project, where `.svc` is. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}
