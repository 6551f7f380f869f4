import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readMigrations } from '../migrate.js';
import { PREPARED_FOLDER } from '../package-folders.js';

const FILES = 'files.tar.gz';
const MANIFEST = 'manifest.json';
/** Bytes. Node's own 16 kB would make each of two thousand pieces a round trip to another thread. */
const UNPACK_AT_ONCE = 4 * 1024 * 1024;

/** What a prepared database was made with. */
interface Manifest {
  /** The version of PGlite. Files of another one may not be readable. */
  readonly engine: string;
  /** Checksums of the migrations it has, in their order. */
  readonly migrations: readonly string[];
}

/**
 * Packs the files of a migrated embedded database that nobody has open, so that new ones need not be set up. Written last,
 * the manifest says that all of it is there.
 */
export async function packPrepared(databaseDirectory: string, folder = PREPARED_FOLDER): Promise<void> {
  const { create } = await import('tar');
  fs.mkdirSync(folder, { recursive: true });
  // The same files give the same archive: without owners and times.
  const options = { cwd: databaseDirectory, file: join(folder, FILES), gzip: { level: 9 }, portable: true };
  await create({ ...options, mtime: new Date(0) }, ['.']);
  fs.writeFileSync(join(folder, MANIFEST), JSON.stringify(await currentManifest()));
}

/** Removes the prepared database; new ones are set up by the engine then. */
export function removePrepared(folder = PREPARED_FOLDER): void {
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Whether there is a prepared database that this program made and can open. */
export async function isPreparedUsable(folder: string): Promise<boolean> {
  const manifest = readManifest(folder);
  if (manifest === null) return false;
  const { engine, migrations } = await currentManifest();
  // One with fewer migrations than there are now is migrated like any older database.
  return manifest.engine === engine && manifest.migrations.every((sum, index) => sum === migrations[index]);
}

/** Whether the prepared database is what `packPrepared` would make now. */
export async function isPreparedCurrent(folder = PREPARED_FOLDER): Promise<boolean> {
  return JSON.stringify(readManifest(folder)) === JSON.stringify(await currentManifest());
}

/** Unpacks the prepared database into an empty directory, readable by its owner alone. Not on disk yet when it resolves. */
export async function unpackPrepared(directory: string, folder: string): Promise<void> {
  const { extract } = await import('tar');
  // Much faster than with promises: some thousand small steps, and nothing else runs at this time.
  extract({ cwd: directory, file: join(folder, FILES), sync: true, preserveOwner: false });
}

/** The files of the prepared database, as an engine takes them that has them in memory. Unpacked here, because the engine takes three times as long. */
export async function readPrepared(folder: string): Promise<File> {
  const bytes = await promisify(gunzip)(fs.readFileSync(join(folder, FILES)), { chunkSize: UNPACK_AT_ONCE });
  return new File([bytes], 'files.tar', { type: 'application/x-tar' });
}

function readManifest(folder: string): Manifest | null {
  try {
    return JSON.parse(fs.readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function currentManifest(): Promise<Manifest> {
  const migrations = await readMigrations();
  return { engine: installedEngine(), migrations: migrations.map(({ checksum }) => checksum) };
}

/** The version of PGlite: from the file, because the package does not export it. */
export function installedEngine(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const file = join(dirname(entry), '..', 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}
