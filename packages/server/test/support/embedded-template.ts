import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDatabaseDirectory } from '../../src/database/embedded/new-directory.js';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';

const run = promisify(execFile);
const keptMs = 24 * 60 * 60 * 1000;
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const sources = fileURLToPath(new URL('../../src/database', import.meta.url));
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/svc-test', import.meta.url));

/** Data directories with an embedded database each, to be copied. */
export interface EmbeddedTemplates {
  /** Created, without any tables. */
  readonly empty: string;
  readonly migrated: string;
}

/** Making them takes seconds of computing, so they are kept between runs, under a name made from all they depend on. */
export async function embeddedTemplates(): Promise<EmbeddedTemplates> {
  const templates = join(cache, `embedded-${fingerprint()}`);
  const found = { empty: join(templates, 'empty'), migrated: join(templates, 'migrated') };
  if (fs.existsSync(templates)) {
    const now = new Date();
    fs.utimesSync(templates, now, now);
    return found;
  }
  fs.mkdirSync(cache, { recursive: true });
  removeUnused();
  const unfinished = fs.mkdtempSync(join(cache, 'unfinished-'));
  const [empty, migrated] = [join(unfinished, 'empty'), join(unfinished, 'migrated')];
  fs.mkdirSync(empty);
  await createDatabaseDirectory(join(empty, 'db'), null);
  fs.mkdirSync(migrated);
  await copyDirectory(empty, migrated);
  const database = await openDatabase({ dataDir: migrated });
  await migrate(database.pool);
  await database.close();
  try {
    fs.renameSync(unfinished, templates);
  } catch (error) {
    // Another run was faster.
    if (!fs.existsSync(templates)) throw error;
    fs.rmSync(unfinished, { recursive: true });
  }
  return found;
}

/** Copies what is in a directory into one that exists. Node's own way computes ten times as long for the many small files. */
export async function copyDirectory(from: string, into: string): Promise<void> {
  await run('cp', ['-R', `${from}/.`, into]);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(fs.readFileSync(pglite));
  for (const directory of [migrations, sources]) {
    const files = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files.filter((name) => /\.(ts|sql)$/.test(name)))
      hash.update(file).update(fs.readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Not those of today: other runs may be copying them. */
function removeUnused(): void {
  for (const name of fs.readdirSync(cache)) {
    const path = join(cache, name);
    const age = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > keptMs) fs.rmSync(path, { recursive: true, force: true });
  }
}
