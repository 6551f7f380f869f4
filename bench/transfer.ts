// How long a workspace takes to move from PostgreSQL to the embedded engine and back, how much memory that takes, and whether the books are the same.
// `npx tsx --conditions=svc-source bench/transfer.ts [sales]`; 3 million sales by default, twice as many clicks; the program that `npm run build`
// leaves. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROGRAM, soldDataset } from './dataset.js';
import { type Environment, inherited, runCommand, SERVER_BIN } from './processes.js';
import { openStorages } from './storage.js';

const LOOK_EVERY_MS = 100;
const KIB_PER_MIB = 1024;

const sales = Number(process.argv[2] ?? 3_000_000);
const directory = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'svc-transfer-')));
// PostgreSQL runs as a user of its own.
fs.chmodSync(directory, 0o711);
const storages = openStorages(directory, true);

/** The most memory that a process has had at once, in MiB; null when it has ended. */
function highestMib(pid: number | undefined): number | null {
  try {
    const kib = /^VmHWM:\s+(?<kib>\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.groups?.kib;
    return kib === undefined ? null : Math.round(Number(kib) / KIB_PER_MIB);
  } catch {
    return null;
  }
}

/** Runs a command of svc-server and prints its time and memory. Throws with what it printed when it fails. */
async function measure(name: string, environment: Environment, ...args: string[]): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [SERVER_BIN, ...args], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = once(child, 'close');
  let memoryMib = 0;
  while (child.exitCode === null && child.signalCode === null) {
    memoryMib = highestMib(child.pid) ?? memoryMib;
    await delay(LOOK_EVERY_MS);
  }
  await ended;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${name.padEnd(34)} ${seconds.padStart(5)} s ${String(memoryMib).padStart(5)} MiB`);
  if (child.exitCode !== 0) throw new Error(`svc-server ${args.join(' ')} failed:\n${printed}`);
}

const digestOf = (environment: Environment) =>
  /\b[0-9a-f]{64}\b/.exec(runCommand(environment, 'verify', '--digest'))?.[0];

const file = join(directory, 'first.ndjson.gz');
const fileBack = join(directory, 'back.ndjson.gz');
const first = await storages.create('postgres', soldDataset(Date.now(), sales));
const embedded = {
  SVC_DATA_DIR: join(directory, 'embedded'),
  SVC_SECRET: first.environment.SVC_SECRET ?? '',
};
const back = { ...(await storages.createEmpty('postgres')), SVC_SECRET: embedded.SVC_SECRET };
console.log(`${sales.toLocaleString('en')} sales, stored in ${(first.seededMs / 1000).toFixed(0)} s`);
await measure(
  'export from PostgreSQL',
  first.environment,
  'export',
  '--workspace',
  PROGRAM.workspace,
  '--out',
  file,
);
console.log(`the file has ${(fs.statSync(file).size / 2 ** 20).toFixed(0)} MiB`);
await measure('import into the embedded engine', embedded, 'import', file);
await measure('verify on the embedded engine', embedded, 'verify');
await measure(
  'export from the embedded engine',
  embedded,
  'export',
  '--workspace',
  PROGRAM.workspace,
  '--out',
  fileBack,
);
await measure('import into PostgreSQL', back, 'import', fileBack);
const digests = [first.environment, embedded, back].map(digestOf);
const isSame = new Set(digests).size === 1 && digests[0] !== undefined;
console.log(
  isSame ? `the three digests are the same: ${digests[0]}` : `the digests differ: ${digests.join(', ')}`,
);
await storages.close();
fs.rmSync(directory, { recursive: true });
process.exitCode = isSame ? 0 : 1;
