// Clicks, counted by wrk (Debian's package `wrk`) instead of our own load generator: one thread of it costs less than the service.
// `npx --no-install tsx --conditions=svc-source bench/wrk.ts [seconds]` (5); the service on both engines, in turns with the bare server.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardDirectory } from '../packages/server/test/support/postgres-server.js';
import { emptyDataset, PROGRAM, shortLinkAt } from './dataset.js';
import { type Server, startBare, startLeast, startService } from './processes.js';
import { openStorages } from './storage.js';

const seconds = Number(process.argv[2] ?? 5);
const ROUNDS = 3;
const LINKS = 10;

/** Requests as `workloads.ts` makes them, in the language of wrk. */
const SCRIPT = `
local links = { ${Array.from({ length: LINKS }, (_, index) => `"${shortLinkAt(index)}"`).join(', ')} }
local count = 0
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["origin"] = "${PROGRAM.origin}"
wrk.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
request = function()
  count = count + 1
  return wrk.format(nil, nil, nil, '{"affiliate_url":"https://${PROGRAM.domain}/?aff=' .. links[count % ${LINKS} + 1] .. '&visit=' .. count .. '"}')
end`;

interface Counted {
  readonly perSecond: number;
  readonly p99: string;
  /** Answers that were none of a click that was stored. */
  readonly refused: string;
}

function countClicks(script: string, { url }: Server): Counted {
  const args = ['-t1', '-c64', `-d${seconds}s`, '--latency', '-s', script, `${url}/api/v1/track/click`];
  const text = execFileSync('wrk', args, { encoding: 'utf8' });
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
    p99: /99%\s+(\S+)/.exec(text)?.[1] ?? '?',
    refused: /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0',
  };
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const directory = fs.mkdtempSync(join(tmpdir(), 'svc-wrk-'));
fs.chmodSync(directory, 0o711);
const unguard = guardDirectory(directory);
const script = join(directory, 'clicks.lua');
fs.writeFileSync(script, SCRIPT);
const storages = openStorages(directory);
const bare = await startBare(join(directory, 'bare.log'));
const bareWas: number[] = [];
for (const engine of ['embedded', 'postgres'] as const) {
  const storage = await storages.create(engine, emptyDataset(Date.now(), LINKS, 1));
  const { environment } = await storages.create(engine, emptyDataset(Date.now(), LINKS, 1));
  const servers = {
    service: await startService(storage.environment, join(directory, `${engine}.log`), null),
    least: await startLeast(environment, join(directory, `${engine}-least.log`)),
  };
  for (const [name, server] of Object.entries(servers)) {
    const found: Counted[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bareWas.push(countClicks(script, bare).perSecond);
      found.push(countClicks(script, server));
    }
    const perSecond = medianOf(found.map((one) => one.perSecond));
    const ratio = (perSecond / medianOf(bareWas.slice(-ROUNDS))).toFixed(2);
    process.stdout.write(
      `${engine.padEnd(9)} ${name.padEnd(8)} ${Math.round(perSecond).toLocaleString('en-US').padStart(7)}/s  ratio ${ratio}  ` +
        `p99 ${found.map(({ p99 }) => p99).join(', ')}  refused ${found.map(({ refused }) => refused).join(', ')}\n`,
    );
    await server.stop();
  }
}
await bare.stop();
await storages.close();
unguard();
fs.rmSync(directory, { recursive: true, force: true });
