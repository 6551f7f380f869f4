import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROGRAM } from './dataset.js';
import type { Engine } from './options.js';
import { openOwnerSession } from './owner.js';
import { inherited, SERVER_BIN } from './processes.js';
import type { Storage } from './storage.js';

/** A service to ask for long work as its owner. */
export interface JobStage {
  readonly url: string;
  readonly storage: Storage;
  /** Asks for something and reads all of the answer; follows a job to its file. Rejects where it is refused. */
  take(path: string, body?: object): Promise<string>;
  /** Runs a command of svc-server beside the service. A difference that it finds is not a failure. */
  command(...args: readonly string[]): Promise<void>;
  /** A file that is not there yet. */
  newFile(): string;
  /** A CSV file of new sales. */
  salesFile(rows: number): string;
}

/** Something that takes long, or long enough to be noticed beside it. */
export interface LongJob {
  readonly name: string;
  /** Where it can run beside the service; left out: on both. */
  readonly engines?: readonly Engine[];
  /** Cannot be repeated. */
  readonly isOnce?: boolean;
  run(stage: JobStage): Promise<unknown>;
}

interface JobAnswer {
  readonly job: { readonly status: string; readonly error: string | null };
  readonly file_url: string | null;
}

const AT_PROGRAM = '/api/programs/1';
const AT_PORTAL = '/api/partner/programs/1';
const WORKSPACE = '/api/workspaces/1';
const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 500;
/** A count that has not changed for so many looks is final. */
const STILL_LOOKS = 8;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const period = (days: number) => `from=${day(days)}&to=${day(0)}`;
/** A month that all of its sales lie in, or most. */
const month = () => day(10).slice(0, 7);

const read = (name: string, path: string): LongJob => ({ name, run: ({ take }) => take(path) });
const list = (name: string, path: string): LongJob => read(`list of ${name} as CSV`, `${path}?format=csv`);
const onPostgres = (name: string, ...args: string[]): LongJob => ({
  name: `svc-server ${name}`,
  engines: ['postgres'],
  run: ({ command }) => command(...args),
});

/** Long work over sales that are not payable yet. What people ask for comes first, because everything else adds to what is stored. */
export const LONG_JOBS: readonly LongJob[] = [
  { name: 'sealing', isOnce: true, run: (stage) => untilStill(stage, `${WORKSPACE}/seals`, 'number') },
  { name: 'nothing', run: () => delay(LOOK_EVERY_MS) },
  read('overview', `${AT_PROGRAM}/overview?${period(180)}`),
  read('attention', `${AT_PROGRAM}/attention`),
  read('report', `${AT_PROGRAM}/report?${period(180)}`),
  read('report as CSV', `${AT_PROGRAM}/report.csv?by=link&${period(180)}`),
  read('cohorts', `${AT_PROGRAM}/cohorts?${period(365)}`),
  read('breakdown', `${AT_PROGRAM}/breakdown?by=sub1&${period(90)}`),
  read('breakdown of a link', `${AT_PROGRAM}/breakdown?by=sub1&link_id=1&${period(90)}`),
  read('uncredited sales', `${AT_PROGRAM}/uncredited?${period(90)}`),
  read('statistics of a partner', `${AT_PORTAL}/statistics?${period(180)}`),
  read('totals of commissions', `${AT_PROGRAM}/commissions/totals?${period(15)}`),
  read('search of sales', `${AT_PROGRAM}/sales?q=unheard`),
  read('search of customers', `${AT_PROGRAM}/customers?q=unheard`),
  read('preview of a rule', `${AT_PROGRAM}/rules/preview?type=percent&basis_points=2500&duration_months=12`),
  list('sales', `${AT_PROGRAM}/sales`),
  list('commissions', `${AT_PROGRAM}/commissions`),
  list('customers', `${AT_PROGRAM}/customers`),
  list('activity', `${AT_PROGRAM}/events`),
  list('commissions of a partner', `${AT_PORTAL}/commissions`),
  read('statement of a partner', `${AT_PORTAL}/statements/${month()}`),
  read('statement of a partner as PDF', `${AT_PORTAL}/statements/${month()}/pdf`),
  {
    name: 'preview of a policy',
    run: ({ take }) =>
      take(`${AT_PROGRAM}/policy/preview`, { from: day(30), to: day(0), cookie_window_days: 30 }),
  },
  { name: 'backup', engines: ['embedded'], run: ({ command, newFile }) => command('backup', newFile()) },
  onPostgres('verify', 'verify'),
  onPostgres('verify --digest', 'verify', '--digest'),
  onPostgres('replay', 'replay', '--program', '1'),
  {
    name: 'svc-server export',
    engines: ['postgres'],
    run: ({ command, newFile }) => command('export', '--workspace', PROGRAM.workspace, '--out', newFile()),
  },
  { name: 'preview of an import', run: (stage) => importSales(stage, true) },
  { name: 'import', isOnce: true, run: (stage) => importSales(stage, false) },
];

/** Work over sales that have become payable. */
export const LATE_JOBS: readonly LongJob[] = [
  {
    name: 'maturing commissions',
    isOnce: true,
    run: (stage) => untilStill(stage, `${AT_PROGRAM}/payouts/due`, 'due_cents'),
  },
  {
    name: 'payout run',
    isOnce: true,
    run: ({ take }) => take(`${AT_PROGRAM}/payout-runs`, {}),
  },
  {
    name: 'payment file',
    run: async ({ take }) => take(`${AT_PROGRAM}/payout-runs/${await firstId(take, 'payout-runs')}/file`),
  },
  {
    name: 'payout as PDF',
    run: async ({ take }) => take(`${AT_PROGRAM}/payouts/${await firstId(take, 'payouts')}/pdf`),
  },
];

/** The id of the first row of a list of the program. */
async function firstId(take: JobStage['take'], list: string): Promise<number> {
  const { data } = JSON.parse(await take(`${AT_PROGRAM}/${list}?limit=1`)) as { data: { id: number }[] };
  if (data[0] === undefined) throw new Error(`there are no ${list}`);
  return data[0].id;
}

/** Waits until a field of the first row of a list no longer changes. */
async function untilStill({ take }: JobStage, path: string, field: string): Promise<void> {
  let value: unknown;
  for (let looks = 0; looks < STILL_LOOKS; looks += 1) {
    await delay(LOOK_EVERY_MS);
    const { data } = JSON.parse(await take(path)) as { data: readonly Record<string, unknown>[] };
    const now = data[0]?.[field];
    if (now === undefined || now !== value) looks = 0;
    value = now;
  }
}

async function importSales({ take, salesFile, storage }: JobStage, preview: boolean): Promise<void> {
  const columns = {
    transaction_id: 'sale',
    customer_key: 'customer',
    partner_email: 'partner',
    amount: 'amount',
    occurred_at: 'date',
  };
  const mapping = { system: 'bench', sales: { columns } };
  const files = [{ kind: 'sales', name: 'sales.csv', text: salesFile(storage.dataset.sales) }];
  await take(`${AT_PROGRAM}/imports`, { mapping, files, preview });
}

/** Signs in, and prepares what the jobs need. */
export async function openJobStage(url: string, storage: Storage, directory: string): Promise<JobStage> {
  const fetchAsOwner = await openOwnerSession(url);
  const ask = (path: string, body?: object) => fetchAsOwner(body === undefined ? 'GET' : 'POST', path, body);
  let files = 0;
  return {
    url,
    storage,
    async take(path, body) {
      const answer = await ask(path, body);
      if (answer.status !== 202) return answer.text();
      const { url: jobUrl } = (await answer.json()) as { url: string };
      for (;;) {
        await delay(LOOK_EVERY_MS);
        const { job, file_url: fileUrl } = (await (await ask(jobUrl)).json()) as JobAnswer;
        if (job.status === 'failed') throw new Error(job.error ?? 'the job failed');
        if (fileUrl !== null) return (await ask(fileUrl)).text();
      }
    },
    async command(...args) {
      const child = spawn(process.execPath, [SERVER_BIN, ...args], {
        env: { ...inherited(), ...storage.environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString();
      });
      const [code] = await once(child, 'close');
      if (code !== 0 && said.trim() !== '') throw new Error(`svc-server ${args[0]}: ${said}`);
    },
    newFile() {
      files += 1;
      const path = join(directory, `job-${files}`);
      fs.rmSync(path, { force: true });
      return path;
    },
    salesFile: (rows) =>
      `sale,customer,partner,amount,date\n${Array.from(
        { length: rows },
        (_, row) =>
          `imported-${row},customer-${row},partner-${row % storage.dataset.links}@partners.test,10.00,2026-01-01`,
      ).join('\n')}\n`,
  };
}
