import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildDashboard, builtServer } from '../../../packages/server/test/support/built.js';
import { copyDirectory, embeddedTemplates } from '../../../packages/server/test/support/embedded-template.js';
import { freePort } from '../../../packages/server/test/support/free-port.js';
import { temporaryParent } from '../../../packages/server/test/support/run.js';
import { readMail, type StoredMail } from './mails.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LOOK_EVERY_MS = 50;

/** The service in a process of its own, on the embedded database of a directory, with the web application it serves. */
export interface Application {
  /** http://127.0.0.1:port */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The newest mail to an address; waits until there is one. */
  readMail(to: string): Promise<StoredMail>;
  stop(): Promise<void>;
}

export interface ApplicationOptions {
  /** Filled before, else made and removed again. */
  readonly dataDir?: string;
  /** The content of a provision file; without one nobody has an account yet. */
  readonly provision?: object;
  /** Settings beside those that every test has. */
  readonly environment?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();
// However the program ends, no service goes on.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Builds the application when that has not been done since it was changed, and starts the service. */
export async function startApplication(options: ApplicationOptions = {}): Promise<Application> {
  buildDashboard();
  const own = options.dataDir === undefined ? await emptyDataDir() : null;
  const dataDir = options.dataDir ?? own ?? '';
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const provisionFile = join(dataDir, 'provision.json');
  if (options.provision !== undefined) {
    fs.writeFileSync(provisionFile, JSON.stringify(options.provision), { mode: 0o600 });
  }
  const child = spawn(process.execPath, [builtServer(), 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SVC_BASE_URL: baseUrl,
      SVC_DATA_DIR: dataDir,
      SVC_RATE_LIMIT: 'off',
      ...(options.provision !== undefined && { SVC_PROVISION_FILE: provisionFile }),
      ...options.environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'close').then(() => running.delete(child));
  while (!(await answersReady(baseUrl))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it did not start:\n${log}`);
    await delay(LOOK_EVERY_MS);
  }
  return {
    baseUrl,
    dataDir,
    readMail: (to) => readMail(dataDir, to),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (own !== null) fs.rmSync(own, { recursive: true, force: true });
    },
  };
}

/** A new data directory with a migrated database: making one takes the embedded engine seconds, so it is copied. */
export async function emptyDataDir(): Promise<string> {
  const directory = fs.mkdtempSync(join(temporaryParent(), 'svc-dashboard-'));
  await copyDirectory((await embeddedTemplates()).migrated, directory);
  return directory;
}

async function answersReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
