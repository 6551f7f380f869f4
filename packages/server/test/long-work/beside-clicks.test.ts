import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeBackup } from '../../src/backup/write-backup.js';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { readDigests } from '../../src/transfer/digest.js';
import { exportWorkspace } from '../../src/transfer/export-workspace.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newDataDir, newEmptyDataDir } from '../support/engines.js';
import { type OpenProgram, openProgram } from '../support/open-program.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { countClicksBeside, seedSales } from './long-support.js';

const SALES = 3_000;

function newFile(): string {
  const directory = newEmptyDataDir();
  fs.mkdirSync(directory, { recursive: true });
  return join(directory, 'file');
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Job = (
  opened: Pick<OpenProgram, 'program' | 'send'> & { readonly service: RunningService },
) => Promise<unknown>;

/** A request that has to be answered with 200. */
const request =
  (path: string): Job =>
  async ({ send }) => {
    expect((await send('GET', path)).status).toBe(200);
  };

/** Long work that the service does, or others do beside it, on both engines. */
const JOBS: Readonly<Record<string, Job>> = {
  'a list of sales as CSV': request('/sales?format=csv'),
  'a list of commissions as NDJSON': request('/commissions?format=ndjson'),
  'a list of customers, sorted and searched, as CSV': request(
    '/customers?format=csv&sort=customer_key&q=customer',
  ),
  'a list of what happened as CSV': request('/events?format=csv'),
  cohorts: request('/cohorts?from=2020-01-01&to=2099-12-31'),
  'a breakdown of a link': async ({ send, program }) => {
    const path = `/breakdown?by=sub1&link_id=${program.linkId}&from=1990-01-01&to=2026-12-31`;
    expect((await send('GET', path)).status).toBe(200);
  },
  'the preview of a rule with clauses': async ({ send }) => {
    const pay = (basis_points: number) => ({ type: 'percent', basis_points });
    const commission = {
      type: 'clauses',
      clauses: [{ when: { min_customers: 10 }, pay: pay(3000) }],
      otherwise: pay(2000),
      max_total_cents: 1_000_000,
    };
    const path = `/rules/preview?commission=${encodeURIComponent(JSON.stringify(commission))}`;
    const { status, body } = await send('GET', path);
    expect([status, body.error]).toEqual([200, undefined]);
  },
  'a report': request(`/report?from=${dayAgo(2_000)}&to=${dayAgo(0)}`),
  'the PDF of a month': async ({ send, program }) => {
    const month = new Date().toISOString().slice(0, 7);
    const { status } = await send('GET', `/partners/${program.partnerId}/statements/${month}/pdf`);
    expect(status).toBe(200);
  },
  sealing: async ({ service }) => {
    const keys = createSealKeys(encryptionOf(), systemNow);
    expect(await sealBooks(service.pool, { keys })).toBeGreaterThan(0);
  },
};

/** What reads one state of a whole database: on the embedded engine, only while no service uses it. */
const JOBS_ON_SERVERS: Readonly<Record<string, Job>> = {
  verify: async ({ service }) => {
    expect((await verifyBooks(service.pool)).checked.sales).toBeGreaterThanOrEqual(SALES);
  },
  'the digest of all workspaces': async ({ service }) => {
    expect((await readDigests(service.pool)).length).toBeGreaterThan(0);
  },
  'the export of a workspace': async ({ service, program }) => {
    const { rows } = await service.pool.query('select name from workspaces where id = $1', [
      program.workspaceId,
    ]);
    const file = newFile();
    const { rows: exported } = await exportWorkspace(service.pool, {
      workspace: rows[0].name,
      file,
      secretId: null,
    });
    expect(exported).toBeGreaterThan(SALES);
  },
};

describe.each(engines)('the service during long work on %s', (engine) => {
  let dataDir = '';
  const service = shared(async () => {
    if (engine === 'postgres') return startService(engine);
    dataDir = await newDataDir();
    return startService(engine, { database: await openDatabase({ dataDir }) });
  });
  const opened = shared(async () => {
    const program = await openProgram(service);
    await seedSales(service.pool, program.program, SALES);
    return { ...program, close: async () => undefined };
  });
  const backup: Job = () => {
    const file = newFile();
    fs.writeFileSync(file, '');
    const { pool, keepingLog } = service.database;
    return writeBackup({ pool, keepingLog, dataDir }, file);
  };
  const jobs = { ...JOBS, ...(engine === 'postgres' ? JOBS_ON_SERVERS : { 'a backup': backup }) };

  test.each(Object.entries(jobs))('answers clicks before the end of %s', async (_name, job) => {
    const { clicks } = await countClicksBeside(service, opened.program, () =>
      job({ program: opened.program, send: opened.send, service }),
    );
    // In one statement or one turn, only those that came before it would be.
    expect(clicks).toBeGreaterThan(1);
  });
});
