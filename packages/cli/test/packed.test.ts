import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installPacked, ROOT, run } from '../../node/test/packed.js';
import { answeringServer } from '../../node/test/support.js';

/** The folders of a package and of everything it needs, as npm has installed them here. */
function withDependencies(folder: string, found = new Set<string>()): string[] {
  if (found.has(folder)) return [];
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) withDependencies(folderOf(name, folder), found);
  return [...found];
}

function folderOf(name: string, dependent: string): string {
  const nested = join(dependent, 'node_modules', name);
  return existsSync(join(ROOT, nested)) ? nested : join('node_modules', name);
}

test('svc, installed from its tarball into an empty project, sets that project up', async () => {
  const project = await installPacked(withDependencies('packages/cli'));
  onTestFinished(project.remove);
  const svc = (...args: string[]) => run(project.folder, join(project.folder, 'node_modules/.bin/svc'), args);
  expect(await svc('--version')).toBe('0.1.0\n');
  const none = { testEventCount: 0, hasTestEvents: false, latestTestEvent: null };
  const status = {
    program: {
      id: 7,
      name: 'Acme Partners',
      domain: 'acme.test',
      currency: 'USD',
      cookie_window_days: 60,
      commission: null,
      allowed_origins: [],
    },
    steps: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
    statistics: {
      pageview: none,
      referrals: none,
      payments: { processorConnectionStatus: 'not_connected', processorAccountId: null },
    },
    has_partners: false,
    test_link: null,
    next_step: null,
  };
  const { baseUrl } = await answeringServer({ status: 200, body: status });
  await svc('init', '--yes', '--base-url', baseUrl, '--api-key', 'svc_test_key');
  expect(readFileSync(join(project.folder, '.svc/AGENTS.md'), 'utf8')).toContain('Program id: `7`');
  expect(JSON.parse(await svc('status', '--json'))).toEqual(status);
});
