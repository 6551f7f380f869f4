import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('the generated table types fit the migrations', async () => {
  const script = ['--conditions=svc-source', '--import', 'tsx', 'scripts/generate-table-types.ts', '--check'];
  const { stderr } = await promisify(execFile)(process.execPath, script, { cwd: root });
  expect(stderr).toBe('');
});
