import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isPreparedCurrent,
  packPrepared,
  removePrepared,
} from '../src/database/embedded/prepared-database.js';
import { migrate } from '../src/database/migrate.js';
import { openDatabase } from '../src/database/open.js';

/** Makes the database that new ones are copied from, unless there is one of these migrations and this engine. */
if (!(await isPreparedCurrent())) {
  // Or the new one would be made from it.
  removePrepared();
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'svc-prepare-'));
  try {
    const { pool, close } = await openDatabase({ dataDir });
    await migrate(pool);
    await close();
    await packPrepared(join(dataDir, 'db'));
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
