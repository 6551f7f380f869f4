import { readFileSync } from 'node:fs';
import { findLockProblems, type LockFile } from './lock-file.js';

const problems = findLockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length > 0) {
  console.error('CONTRIBUTING.md says how to lock a version that has its binaries for every platform.');
}
process.exitCode = problems.length === 0 ? 0 : 1;
