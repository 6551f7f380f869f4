import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';

const keptMs = 24 * 60 * 60 * 1000;
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const sources = fileURLToPath(new URL('../../src/database', import.meta.url));
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/svc-test', import.meta.url));

/**
 * A data directory with a migrated embedded database, to be copied. Making one takes seconds of computing, so it is
 * kept between runs, under a name made from all it depends on.
 */
export async function embeddedTemplate(): Promise<string> {
  const template = join(cache, `embedded-${fingerprint()}`);
  if (fs.existsSync(template)) {
    const now = new Date();
    fs.utimesSync(template, now, now);
    return template;
  }
  fs.mkdirSync(cache, { recursive: true });
  removeUnused();
  const unfinished = fs.mkdtempSync(join(cache, 'unfinished-'));
  const database = await openDatabase({ dataDir: unfinished });
  await migrate(database.pool);
  await database.close();
  try {
    fs.renameSync(unfinished, template);
  } catch (error) {
    // Another run was faster.
    if (!fs.existsSync(template)) throw error;
    fs.rmSync(unfinished, { recursive: true });
  }
  return template;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(fs.readFileSync(pglite));
  for (const directory of [migrations, sources]) {
    for (const file of fs.readdirSync(directory).sort())
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
