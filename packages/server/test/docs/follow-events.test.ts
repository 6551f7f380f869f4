import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SvcEvent } from '@svc/contract';
import { expect, onTestFinished, test } from 'vitest';
import { newEmptyDataDir } from '../support/engines.js';
import { readFeed } from '../support/feed.js';
import { refund, sale, signInAs } from '../support/management.js';
import { seedManagementKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { blocksOf } from './markdown.js';

const GUIDE = fileURLToPath(new URL('../../../../docs/events.md', import.meta.url));
const run = promisify(execFile);

test('the script of the guide copies every event once, and none is missing after an interruption', async () => {
  const service = await startService('embedded', { numbersEvents: true });
  onTestFinished(() => service.close());
  const program = await seedProgram(service.pool);
  const { workspaceId } = program;
  const cookie = await signInAs(service, workspaceId, 'viewer');
  const script = blocksOf(readFileSync(GUIDE, 'utf8')).find(({ comment }) => comment === 'file: follow.sh');
  const folder = newEmptyDataDir();
  writeFileSync(join(folder, 'follow.sh'), script?.text ?? '');
  const { managementKey } = await seedManagementKey(service.pool, program, { permissions: ['report:read'] });
  const env = { PATH: process.env.PATH, SVC_URL: service.baseUrl, SVC_MANAGEMENT_KEY: managementKey };
  const follow = () => run('sh', ['follow.sh'], { cwd: folder, env });
  /** Numbers after which the pages begin, in order. */
  const pages = () =>
    readdirSync(join(folder, 'pages'))
      .map((name) => Number.parseInt(name, 10))
      .sort((one, other) => one - other);
  const copied = () =>
    pages()
      .flatMap(
        (after): readonly SvcEvent[] =>
          JSON.parse(readFileSync(join(folder, 'pages', `${after}.json`), 'utf8')).data,
      )
      .map(({ id }) => id);
  const inFeed = async () => {
    const types = 'lead.created,sale.created,sale.refunded';
    return (await readFeed(service, { workspaceId, cookie }, { types, limit: 1000 })).data.map(
      ({ id }) => id,
    );
  };

  const { transactionId } = await sale(service, program);
  await follow();
  expect(copied()).toEqual(await inFeed());
  await refund(service, program, { transactionId });
  await sale(service, program);
  await follow();
  const all = await inFeed();
  expect(all).toHaveLength(5);
  expect(copied()).toEqual(all);

  // As if it had been killed after it wrote the last page and before it wrote the number.
  writeFileSync(join(folder, 'last-sequence'), String(pages().at(-1)));
  await sale(service, program);
  await follow();
  expect(copied()).toEqual(await inFeed());
});
