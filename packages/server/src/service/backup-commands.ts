import fs from 'node:fs';
import { isServed, requestBackup } from '../backup/requests.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { writeBackup } from '../backup/write-backup.js';
import { writeNewFile } from '../transfer/new-file.js';
import { type CommandContext, refuseNoDatabase, withDatabase } from './commands.js';
import { makeDirectoryPrivate } from './data-directory.js';
import { createStatusLine, type StatusLine } from './status-line.js';

const MEGABYTE = 1024 * 1024;

const FOR_POSTGRES = [
  'The database is PostgreSQL: back it up with its own programs, and SVC_SECRET in another place.',
  '  pg_dump --format=custom --file=svc.dump "$DATABASE_URL"',
  '  pg_basebackup --dbname="$DATABASE_URL" --pgdata=svc-base --format=tar --gzip --wal-method=stream',
];
const RESTORE_ON_POSTGRES = [
  'The database is PostgreSQL: restore it with its own programs, into a new database.',
  '  createdb svc_restored',
  '  pg_restore --no-owner --dbname=svc_restored svc.dump',
];

/**
 * Writes a backup of the embedded database, beside the service if it runs. On PostgreSQL it says what to use instead, and
 * gives false. Contract 2 section 15.
 */
export async function runBackup(
  context: CommandContext,
  { file }: { readonly file: string },
  status: StatusLine = createStatusLine(process.stderr),
): Promise<boolean> {
  const { config, print } = context;
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) {
    FOR_POSTGRES.forEach(print);
    return false;
  }
  refuseNoDatabase(config);
  const until = await writeNewFile(file, (unfinished) =>
    isServed(dataDir) ? fetchBackup(dataDir, unfinished, status) : writeAlone(context, unfinished),
  ).finally(status.clear);
  const size = (fs.statSync(file).size / MEGABYTE).toFixed(1);
  print(`backed up to ${file} (${size} MB): everything that was answered until ${until.toISOString()}`);
  return true;
}

async function fetchBackup(dataDir: string, unfinished: string, status: StatusLine): Promise<Date> {
  const { archive, until } = await requestBackup(dataDir, (bytes) =>
    status.show(`backing up: ${(bytes / MEGABYTE).toFixed(1)} MB`),
  );
  try {
    // Not linked: the file must belong to the user who asked for it, and may be on another disk.
    await fs.promises.copyFile(archive, unfinished);
    return until;
  } finally {
    await fs.promises.rm(archive, { force: true });
  }
}

function writeAlone(context: CommandContext, unfinished: string): Promise<Date> {
  const { dataDir } = context.config;
  return withDatabase(context, ({ pool, keepingLog }) =>
    writeBackup({ pool, keepingLog, dataDir }, unfinished),
  );
}

/** Restores a backup into the empty data directory. Contract 2 section 15. */
export async function runRestore(
  { config, print }: Pick<CommandContext, 'config' | 'print'>,
  { file }: { readonly file: string },
): Promise<boolean> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) {
    RESTORE_ON_POSTGRES.forEach(print);
    return false;
  }
  if (fs.existsSync(dataDir)) makeDirectoryPrivate(dataDir);
  await restoreBackup(file, dataDir);
  print(`restored ${file} to ${dataDir}; check it with \`svc-server verify\` before you start the service`);
  return true;
}
