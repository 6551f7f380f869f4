import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StandIn, startStandIn } from '@svc/stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '../../../../demo/cast.js';
import { provisionText } from '../../../../demo/provision.js';
import { applyProvision, parseProvisionFile } from '../../src/provision/index.js';
import { passwords } from '../../src/service/commands.js';
import { newEmptyDataDir } from '../support/engines.js';
import { type RunningService, startService } from '../support/service.js';
import { type Block, blocksOf } from './markdown.js';

// Blocks marked `sh` are run: those of a document in their order, in one shell and one folder of their own, as by somebody who has
// the packages installed. A comment above a block changes that:
//   <!-- not run here: WHY -->  leaves it out; the npm scripts that it names must still exist.
//   <!-- file: NAME -->         writes the block to that file, before anything is run.

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
/** What the demo has at these addresses, the documents do. */
const SERVICE = 'http://localhost:4600';
const SHOP = 'http://localhost:4601';
const CARDS = 'http://localhost:4602';
const WEBHOOK_SECRET = 'whsec_of_the_documents';
const NOT_RUN = /^not run here: \S/;
const FILE = /^file: ([\w.-]+)$/;

const guides = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
const documents = ['README.md', 'examples/README.md', ...guides.map((name) => `docs/${name}`)];
const isRun = ({ comment }: Block) => comment === null || !NOT_RUN.test(comment);
const readDocument = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const shellBlocks = (path: string) =>
  blocksOf(readDocument(path)).filter(({ language }) => language === 'sh');

const METRICS_TOKEN = 'token-of-the-monitoring';

let service: RunningService;
let cards: StandIn;
beforeAll(async () => {
  service = await startService('embedded', {
    numbersEvents: true,
    http: { metricsToken: METRICS_TOKEN },
    processor: { webhookSecrets: [WEBHOOK_SECRET], testEvents: 'live' },
  });
  const webhook = { url: `${service.baseUrl}/webhooks/processor`, secret: WEBHOOK_SECRET };
  cards = await startStandIn({ livemode: false, webhook });
  cards.merchant(ACCOUNT);
  const programs = parseProvisionFile(provisionText({ shopOrigin: SHOP }));
  await applyProvision(service.pool, programs, { passwords, isForced: false });
});
afterAll(async () => {
  await cards?.close();
  await service?.close();
});

/** A folder in which the packages are installed, and where curl fails on an answer that is an error. */
function newSandbox(): string {
  const folder = newEmptyDataDir();
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'home', '.curlrc'), 'fail-with-body\n');
  return folder;
}

/** Runs a script to its end; `stderr` also says in which block it failed. */
function runScript(
  folder: string,
  script: string,
): Promise<{ failed: boolean; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    METRICS_TOKEN,
    // What is not installed is missing, and not fetched from wherever.
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    const child = execFile('sh', ['-e'], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, stdout, stderr });
    });
    child.stdin?.end(script);
  });
}

/** The blocks of a document as one script. */
function scriptOf(path: string): string {
  const trap = `trap '[ $? = 0 ] || echo "failed in the block at $AT" >&2' EXIT\n`;
  const blocks = shellBlocks(path)
    .filter(isRun)
    .map(({ line, text }) => `AT=${path}:${line}\n${text}`);
  return (trap + blocks.join('')).replaceAll(SERVICE, service.baseUrl).replaceAll(CARDS, cards.baseUrl);
}

describe('the commands in the documents', { timeout: 300_000 }, () => {
  for (const path of documents.filter((path) => shellBlocks(path).some(isRun))) {
    test(`${path}: all of them do what they should, and complain of nothing`, async () => {
      const folder = newSandbox();
      for (const { comment, text } of blocksOf(readDocument(path))) {
        const name = FILE.exec(comment ?? '')?.[1];
        if (name !== undefined) writeFileSync(join(folder, name), text);
      }
      const { failed, stdout, stderr } = await runScript(folder, scriptOf(path));
      // The service logs to stderr what it does.
      const complaints = stderr.split('\n').filter((text) => !text.startsWith('{"level":"info"'));
      expect({ failed, complaints }, stdout).toEqual({ failed: false, complaints: [''] });
    });
  }

  test('the npm scripts named by commands that are not run exist', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
    const left = documents.flatMap((path) => shellBlocks(path).filter((block) => !isRun(block)));
    const named = left.flatMap(({ text }) =>
      [...text.matchAll(/npm (?:run (\w+)|(start|test))/g)].map(([, run, own]) => run ?? own ?? ''),
    );
    expect(named).toContain('demo');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('no command fetches a package that somebody else may have published under that name', () => {
    const texts = [
      ...documents,
      'packages/cli/README.md',
      'packages/node/README.md',
      'packages/cli/templates/guide.md',
    ];
    const runs = texts.flatMap((path) =>
      [...readDocument(path).matchAll(/npx ([^\s`,]+)/g)].map(([, next]) => `${path}: ${next}`),
    );
    expect(runs.length).toBeGreaterThan(10);
    expect(runs.filter((run) => !run.endsWith(': --no-install'))).toEqual([]);
  });
});
