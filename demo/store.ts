import fs from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../packages/server/src/database/embedded/lock.js';
import type { CommandContext } from '../packages/server/src/service/commands.js';
import { createLogger } from '../packages/server/src/service/logger.js';
import type { Filled } from './fill.js';
import { provisionText } from './provision.js';

/** What is known of a workspace that was filled to the end. */
export interface Finished extends Filled {
  /** The history ends here, in epoch milliseconds. */
  readonly filledMs: number;
}

/** The demo's own directory: the database, the log, the provision file, and a note once all of it is there. */
export interface Store {
  readonly dataDir: string;
  readonly logFile: string;
  readonly provisionFile: string;
  readonly logger: CommandContext['logger'];
  /** null: nothing is there, or what is there was never finished. */
  readonly finished: Finished | null;
  finish(finished: Finished): void;
  /** Empties the database. Throws `DirectoryInUseError` when another demo runs on it. */
  clear(): Promise<void>;
}

/** Opens the directory, making it where there is none. The programs are as they are with the demo shop at this origin. */
export function openStore(dataDir: string, shopOrigin: string): Store {
  const noteFile = join(dataDir, 'demo.json');
  const logFile = join(dataDir, 'log.jsonl');
  const provisionFile = join(dataDir, 'provision.json');
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // It has passwords. One that is there already keeps its mode when it is written.
  fs.rmSync(provisionFile, { force: true });
  fs.writeFileSync(provisionFile, provisionText({ shopOrigin }), { mode: 0o600 });
  const log = fs.openSync(logFile, 'a', 0o600);
  return {
    dataDir,
    logFile,
    provisionFile,
    logger: createLogger({ write: (line) => fs.writeSync(log, line) }),
    finished: readNote(noteFile),
    finish(finished) {
      fs.writeFileSync(`${noteFile}.new`, `${JSON.stringify(finished)}\n`, { mode: 0o600 });
      fs.renameSync(`${noteFile}.new`, noteFile);
    },
    async clear() {
      const release = await lockDirectory(join(dataDir, 'db'));
      fs.rmSync(noteFile, { force: true });
      fs.rmSync(join(dataDir, 'db'), { recursive: true, force: true });
      release();
    },
  };
}

function readNote(path: string): Finished | null {
  if (!fs.existsSync(path)) return null;
  return JSON.parse(fs.readFileSync(path, 'utf8')) as Finished;
}
