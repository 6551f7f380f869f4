import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { lockDirectory } from './lock.js';

const keptLogLines = 20;

/** PGlite on a directory, durable and locked. */
export interface EmbeddedServer {
  pglite: PGlite;
  /** Runs a checkpoint with less waiting for the disk: files it has written go there while it writes the next. */
  syncingAhead<Result>(checkpoint: () => Promise<Result>): Promise<Result>;
  /** Ends the database with a checkpoint and gives the directory free. All queries must have ended. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Called from inside a query, each time another 16 MB file of the write-ahead log was begun. Must not throw. */
  onWalFile?: () => void;
}

/** What is needed of Emscripten's file layer, which PGlite's types leave out. */
interface NodeFileLayer {
  NODEFS?: {
    stream_ops?: {
      fsync?: (stream: OpenFile) => number;
      write?: (stream: OpenFile, ...what: unknown[]) => number;
    };
    tryFSOperation?: (run: () => void) => void;
    realPath?: (node: OpenFile['node']) => string;
  };
  FS: { isDir(mode: number): boolean };
}
interface OpenFile {
  nfd: number;
  path: string;
  node: { mode: number };
}

interface Watch {
  syncs: number;
  walFile: string;
  onWalFile: () => void;
  /** Whether a checkpoint is under way, and the file it wrote to last. */
  isCheckpoint: boolean;
  lastWritten: OpenFile | null;
}

/**
 * PGlite as shipped answers a commit before it is on disk: it starts with `-F` (fsync off), its file layer has no
 * fsync, and its fdatasync does nothing. So fsync is turned on and supplied, and the log uses fsync instead of
 * fdatasync. A new file of the log is not filled with zeros first: that would keep everything waiting for some 50 ms.
 */
export function durableStartParams(defaults: readonly string[] = PGlite.defaultStartParams): string[] {
  return [
    ...defaults.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'wal_init_zero=off',
  ];
}

/**
 * Opens the embedded database in `directory`, creating it when it isn't there (some seconds). Throws
 * `DirectoryInUseError` when another process has it, and refuses to open when commits would not reach the disk.
 */
export async function openEmbedded(
  directory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  fs.mkdirSync(dirname(directory), { recursive: true });
  const release = await lockDirectory(directory);
  try {
    if (!fs.existsSync(join(directory, 'PG_VERSION'))) await create(directory);
    const { onWalFile = () => {} } = options;
    const watch: Watch = { syncs: 0, walFile: '', onWalFile, isCheckpoint: false, lastWritten: null };
    const pglite = await start(directory, watch);
    const close = async () => {
      await pglite.close();
      release();
    };
    return { pglite, syncingAhead: (checkpoint) => syncAhead(watch, checkpoint), close };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Made beside its place and moved there when all of it is on disk, so that a crash in between leaves no half database
 * that would be taken for a whole one.
 */
async function create(directory: string): Promise<void> {
  if (fs.existsSync(directory) && fs.readdirSync(directory).length > 0) {
    throw new Error(`${directory} is in the way of a new database: it is not empty and holds none`);
  }
  const unfinished = `${directory}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create({ fs: new NodeFS(unfinished) });
  await dropTemplates(pglite);
  await pglite.close();
  syncTree(unfinished);
  fs.renameSync(unfinished, directory);
  syncPath(dirname(directory));
}

/**
 * Nobody creates further databases here, and none but the one in use can ever be vacuumed: after two billion
 * transactions the age of the templates would stop all writing. They are also most of the files.
 */
async function dropTemplates(pglite: PGlite): Promise<void> {
  await pglite.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await pglite.exec(`drop database ${template}`);
}

async function start(directory: string, watch: Watch): Promise<PGlite> {
  const log: string[] = [];
  let serving = false;
  const onAbort = () => {
    if (serving) endProcess(directory, log);
  };
  try {
    const pglite = await PGlite.create({
      fs: durableFiles(directory, watch, onAbort),
      startParams: durableStartParams(),
      onStderr: (line) => {
        log.push(line);
        if (log.length > keptLogLines) log.shift();
        return false;
      },
    });
    await checkDurable(pglite, watch);
    serving = true;
    return pglite;
  } catch (error) {
    const reason = severeLines(log) || (error instanceof Error ? error.message : String(error));
    throw new Error(`The database in ${directory} does not start: ${reason}`, { cause: error });
  }
}

function durableFiles(directory: string, watch: Watch, onAbort: () => void): NodeFS {
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => supplyFsync(module as NodeFileLayer, watch),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, onAbort, preRun } };
  };
  return files;
}

function supplyFsync(module: NodeFileLayer, watch: Watch): void {
  const { NODEFS, FS } = module;
  const tryFSOperation = NODEFS?.tryFSOperation;
  // Missing after some upgrade: nothing is supplied here, and `checkDurable` refuses to go on.
  if (NODEFS?.stream_ops === undefined || tryFSOperation === undefined) return;
  supplyAhead(NODEFS, watch);
  NODEFS.stream_ops.fsync = (stream) => {
    // A directory's new names are no "data" to fdatasync. For files it writes all that is needed to read them back.
    const sync = FS.isDir(stream.node.mode) ? fs.fsyncSync : fs.fdatasyncSync;
    tryFSOperation(() => sync(stream.nfd));
    watch.syncs += 1;
    noteWalFile(stream.path, watch);
    return 0;
  };
}

async function syncAhead<Result>(watch: Watch, checkpoint: () => Promise<Result>): Promise<Result> {
  watch.isCheckpoint = true;
  try {
    return await checkpoint();
  } finally {
    watch.isCheckpoint = false;
    watch.lastWritten = null;
  }
}

/**
 * A checkpoint writes one file after the other and then syncs each. What it has written last is sent on its way to the
 * disk in another thread, as soon as it goes on to the next, so that the engine's own fsync finds little left to do.
 * That one is the one that counts, and it alone hears of errors: what is sent ahead has a handle of its own.
 */
function supplyAhead(
  { stream_ops: ops, realPath }: NonNullable<NodeFileLayer['NODEFS']>,
  watch: Watch,
): void {
  const write = ops?.write;
  if (ops === undefined || write === undefined || realPath === undefined) return;
  ops.write = (stream, ...what) => {
    const { lastWritten } = watch;
    if (watch.isCheckpoint && stream !== lastWritten) {
      watch.lastWritten = stream;
      if (lastWritten !== null) sendAhead(realPath(lastWritten.node));
    }
    return write(stream, ...what);
  };
}

function sendAhead(path: string): void {
  let file: number;
  try {
    file = fs.openSync(path, 'r');
  } catch {
    return;
  }
  fs.fdatasync(file, () => fs.close(file, () => undefined));
}

function noteWalFile(path: string, watch: Watch): void {
  if (path === watch.walFile || !/\/pg_wal\/[0-9A-F]{24}$/.test(path)) return;
  watch.walFile = path;
  watch.onWalFile();
}

async function checkDurable(pglite: PGlite, watch: Watch): Promise<void> {
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'wal_sync_method', 'synchronous_commit')`,
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const configured =
    settings.get('fsync') === 'on' &&
    settings.get('wal_sync_method') === 'fsync' &&
    settings.get('synchronous_commit') === 'on';
  // Starting writes the control file to disk, so by now fsync was called if it is called at all.
  if (configured && watch.syncs > 0) return;
  await pglite.close();
  throw new Error('commits would not reach the disk with this version of PGlite');
}

/**
 * What PostgreSQL does when the log can't be written or synced: stop at once, and recover from the log at the next
 * start. PGlite would swallow the abort and spin forever inside the query, so the process has to end here.
 */
function endProcess(directory: string, log: string[]): never {
  const reason = severeLines(log) || 'aborted';
  console.error(
    `The database in ${directory} stopped (${reason}); ending the process, the next start recovers it`,
  );
  process.exit(1);
}

function severeLines(log: string[]): string {
  return log.flatMap((line) => /\b(?:PANIC|FATAL|DETAIL): {1,2}(.*)/.exec(line)?.[1] ?? []).join('; ');
}

function syncTree(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else syncPath(child);
  }
  syncPath(path);
}

function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
