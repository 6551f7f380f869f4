import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, type Engine, openDatabase } from '../../src/database/open.js';
import { newEmptyDataDir, newEmptyPostgresUrl, newUnmigratedDataDir } from './engines.js';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** A directory with the service's migrations before the one with this number, such as `0015`. */
export function migrationsBefore(number: string): string {
  const directory = newEmptyDataDir();
  for (const name of fs.readdirSync(MIGRATIONS)) {
    if (name < number) fs.copyFileSync(join(MIGRATIONS, name), join(directory, name));
  }
  return directory;
}

/** A database without any tables, to be migrated by the test. */
export async function openEmptyDatabase(engine: Engine): Promise<Database> {
  if (engine === 'postgres') return openDatabase({ dataDir: '', databaseUrl: await newEmptyPostgresUrl() });
  return openDatabase({ dataDir: await newUnmigratedDataDir() });
}
