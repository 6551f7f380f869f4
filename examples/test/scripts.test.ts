import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('..', import.meta.url));
const folders = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'package.json')));

test.each(folders)('the scripts of %s run files that it has with tools that it asks for', (folder) => {
  const { scripts, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(EXAMPLES, folder, 'package.json'), 'utf8'),
  );
  expect(scripts).toHaveProperty('start');
  for (const script of Object.values<string>(scripts)) {
    const [tool = '', ...args] = script.split(' ');
    expect(Object.keys({ ...dependencies, ...devDependencies }), script).toContain(tool);
    const missing = args.filter((arg) => /\.[jt]s$/.test(arg) && !existsSync(join(EXAMPLES, folder, arg)));
    expect(missing, script).toEqual([]);
  }
});
