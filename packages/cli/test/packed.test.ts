import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installPacked, ROOT, runCommand } from '../../node/test/packed.js';
import { answeringServer } from '../../node/test/support.js';

const STATUS = {
  program: {
    id: 7,
    name: 'Acme Partners',
    domain: 'acme.test',
    currency: 'USD',
    cookie_window_days: 60,
    lead_source: 'any',
    commission: null,
    allowed_origins: [],
  },
  steps: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
  statistics: {
    pageview: { testEventCount: 0, hasTestEvents: false, latestTestEvent: null },
    referrals: { testEventCount: 0, hasTestEvents: false, latestTestEvent: null },
    payments: { processorConnectionStatus: 'not_connected', processorAccountId: null },
  },
  has_partners: false,
  test_link: null,
  next_step: null,
};

const SCENARIO = { now: '2026-01-15', program: { commission: {}, partners: [] }, steps: [] };

/** The folders of what a package needs, as npm has installed it here; the package itself is not among them. */
function dependenciesOf(folder: string, found = new Set<string>()): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const dependency = folderOf(name, folder);
    if (found.has(dependency)) continue;
    found.add(dependency);
    dependenciesOf(dependency, found);
  }
  return [...found];
}

function folderOf(name: string, dependent: string): string {
  const nested = join(dependent, 'node_modules', name);
  return existsSync(join(ROOT, nested)) ? nested : join('node_modules', name);
}

/** The one command of a document that begins so. */
function commandIn(path: string, start: string): string {
  const lines = readFileSync(path, 'utf8').match(/npm [^`\n#]+/g) ?? [];
  const found = lines.filter((line) => line.startsWith(start));
  expect(found, start).toHaveLength(1);
  return String(found[0]).trim();
}

/** The arguments of an npm command, and those that keep it from the registry. */
const npmArguments = (command: string) => [
  ...command.split(' ').slice(1),
  '--offline',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
];

test('svc and the libraries, packed and installed as the quick start and AGENTS.md say, work', async () => {
  const project = await installPacked(dependenciesOf('packages/cli'));
  onTestFinished(project.remove);
  const quickStart = join(ROOT, 'docs/quick-start.md');
  const pack = commandIn(quickStart, 'npm pack ').replace('../your-project', project.folder);
  await runCommand(ROOT, 'npm', npmArguments(pack));
  await runCommand(project.folder, 'npm', npmArguments(commandIn(quickStart, 'npm install --save-dev ./')));

  const svc = (...args: string[]) =>
    runCommand(project.folder, join(project.folder, 'node_modules/.bin/svc'), args);
  expect(await svc('--version')).toBe('0.1.0\n');
  const { baseUrl } = await answeringServer({ status: 200, body: STATUS });
  await svc('init', '--yes', '--base-url', baseUrl, '--api-key', 'svc_test_key');
  const guide = join(project.folder, '.svc/AGENTS.md');
  expect(readFileSync(guide, 'utf8')).toContain('Program id: `7`');
  expect(JSON.parse(await svc('status', '--json'))).toEqual(STATUS);

  // The tool stays small: what runs the service is installed by those who want that.
  await project.write('scenario.json', JSON.stringify(SCENARIO));
  await expect(svc('simulate', 'scenario.json')).rejects.toThrow('npm install --save-dev @svc/testing');

  // One command, for where this tool came from.
  const install = commandIn(guide, 'npm install ');
  expect(commandIn(quickStart, 'npm install ./')).toBe(install);
  await runCommand(project.folder, 'npm', npmArguments(install));
  await project.write(
    'libraries.mjs',
    `import { init } from '@svc/browser';
     import { Svc } from '@svc/node';
     console.log(typeof init, typeof Svc);`,
  );
  expect(await project.node('libraries.mjs')).toBe('function function\n');
});
