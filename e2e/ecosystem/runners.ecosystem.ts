import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyProject, installPacked } from '../../packages/node/test/packed.js';

/** A test of an integrator, in the words that both runners share. */
const TEST = `
  import { createSimulation } from '@svc/testing';
  test('earns a commission for a sale', async () => {
    const svc = await createSimulation({ now: '2026-01-15T09:00:00Z' });
    try {
      const clickId = await svc.click('jane');
      await svc.api.trackLead({ customerExternalId: 'user-1', clickId });
      await svc.api.trackSale({ customerExternalId: 'user-1', invoiceId: 'order-1', amount: 5000 });
      expect((await svc.books()).commissions).toMatchObject([{ amountCents: 1500 }]);
    } finally {
      await svc.close();
    }
  }, 120000);`;

describe('packed simulation', () => {
  let project: EmptyProject;
  beforeAll(async () => {
    project = await installPacked(['packages/testing'], { jest: '^30.5.2', vitest: '^4.1.12' });
  }, 900_000);
  afterAll(() => project?.remove());

  test('runs in Jest with ECMAScript modules', async () => {
    await project.write('jest/earns.test.mjs', TEST);
    await project.write(
      'jest.config.json',
      '{ "testMatch": ["**/*.test.mjs"], "rootDir": "jest", "transform": {} }',
    );
    const flags = [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--config',
      'jest.config.json',
    ];
    await project.node(...flags, '--json', '--outputFile', 'jest.json');
    const summary =
      "const s = JSON.parse(require('fs').readFileSync('jest.json')); console.log(s.numPassedTests)";
    expect(await project.node('--input-type=commonjs', '-e', summary)).toBe('1\n');
  });

  test('runs in Vitest', async () => {
    await project.write('vitest/earns.test.mjs', TEST);
    const output = await project.node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--globals',
      '--root',
      'vitest',
    );
    expect(output).toMatch(/1 passed/);
  });
});
