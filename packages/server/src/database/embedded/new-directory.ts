import fs from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PREPARED_FOLDER } from '../package-folders.js';
import { isPreparedUsable, unpackPrepared } from './prepared-database.js';
import { privateFiles } from './private-files.js';
import { syncPath, syncTree } from './sync-path.js';

/**
 * Makes the directory of a new embedded database: from the one that was prepared when the service was built, where it suits
 * (a quarter of a second), or by having the engine set one up (some seconds).
 *
 * It is made beside its place and moved there when all of it is on disk, so that a crash in between leaves no half database
 * that would be taken for a whole one. `prepared`: the folder of `packPrepared`; null: none.
 */
export async function createDatabaseDirectory(
  directory: string,
  prepared: string | null = PREPARED_FOLDER,
): Promise<void> {
  if (fs.existsSync(directory) && fs.readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty and is not an svc database`);
  }
  const unfinished = `${directory}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (prepared !== null && (await isPreparedUsable(prepared))) await unpackPrepared(unfinished, prepared);
  else await setUpDirectory(unfinished);
  await syncTree(unfinished);
  fs.renameSync(unfinished, directory);
  syncPath(dirname(directory));
}

/** Has the engine set up a database without any tables of the service. */
async function setUpDirectory(directory: string): Promise<void> {
  const pglite = await PGlite.create({ fs: privateFiles(directory) });
  await dropTemplates(pglite);
  await pglite.close();
}

/**
 * Nobody creates further databases here, and none but the one in use can ever be vacuumed: after two billion
 * transactions the age of the templates would stop all writing. They are also most of the files.
 */
async function dropTemplates(pglite: PGlite): Promise<void> {
  await pglite.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await pglite.exec(`drop database ${template}`);
}
