import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../../packages/node/test/packed.js';

const EXAMPLE = fileURLToPath(new URL('../simulation', import.meta.url));

test('the tests of an Express application run a year of renewals', async () => {
  expect(await runCommand(EXAMPLE, 'npm', ['test', '--silent'])).toMatch(/pass 1\b[\s\S]*fail 0\b/);
});
