import { readFileSync } from 'node:fs';
import { findLockProblems, type LockFile } from './lock-file.js';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { allowScripts } = read('package.json') as { readonly allowScripts: Record<string, boolean> };
const problems = findLockProblems(read('package-lock.json') as LockFile, allowScripts);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length > 0) {
  console.error('CONTRIBUTING.md says how to lock a version that has its binaries for every platform.');
}
process.exitCode = problems.length === 0 ? 0 : 1;
