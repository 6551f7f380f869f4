// Fails when the service asks the machine for the time elsewhere than in clock.ts: time is handed down, so that a simulation has its own.
import { readdirSync, readFileSync } from 'node:fs';
import { findClockUses, findOtherSqlTimes } from './find-clock-uses.js';

const CLOCK = 'packages/server/src/clock.ts';

const filesIn = (folder: string, type: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => type.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);

const programs = ['server', 'core', 'contract'].flatMap((name) => filesIn(`packages/${name}/src`, /\.ts$/));
const migrations = filesIn('packages/server/migrations', /\.sql$/);
const inPrograms = programs.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const uses = path === CLOCK ? [] : findClockUses(path, text);
  return [...uses, ...findOtherSqlTimes(text)].map((use) => `${path}:${use}`);
});
const inMigrations = migrations.flatMap((path) =>
  findOtherSqlTimes(readFileSync(path, 'utf8')).map((use) => `${path}:${use}`),
);

const problems = [...inPrograms, ...inMigrations];
for (const problem of problems) console.error(problem);
if (inPrograms.length > 0) {
  console.error(
    `Take the time from \`nowMs\` of a call, or from \`now\`, which service/ hands down; only ${CLOCK} asks the machine ` +
      '(docs/decisions/0027). performance.now() is for how long something of this process takes.',
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;
