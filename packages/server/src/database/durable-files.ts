import fs from 'node:fs';
import { basename } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** PGlite's files in a directory, made durable. */
export interface DurableFiles {
  readonly files: NodeFS;
  /** How many times the engine has asked for a file to be on disk. */
  syncs(): number;
  /** Runs a checkpoint with less waiting for the disk: files it has written go there while it writes the next. */
  syncingAhead<Result>(checkpoint: () => Promise<Result>): Promise<Result>;
}

/** What is told of the files. Must not throw. */
export interface FileEvents {
  /** Called from inside a query, each time another 16 MB file of the write-ahead log was begun. Gives its name. */
  readonly onWalFile: (name: string) => void;
  /** The engine has given up. */
  readonly onAbort: () => void;
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

interface State {
  readonly events: FileEvents;
  syncs: number;
  /** The file of the log that was written to last, and its path: it may be opened more than once. */
  walStream: OpenFile | null;
  walFile: string;
  isCheckpoint: boolean;
  /** The file that the checkpoint wrote to last. */
  lastWritten: OpenFile | null;
}

const WAL_FILE = /\/pg_wal\/[0-9A-F]{24}$/;

/** PGlite's file layer has no fsync; this one has. */
export function durableFiles(directory: string, events: FileEvents): DurableFiles {
  const state: State = {
    events,
    syncs: 0,
    walStream: null,
    walFile: '',
    isCheckpoint: false,
    lastWritten: null,
  };
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => supply(module as NodeFileLayer, state),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, onAbort: events.onAbort, preRun } };
  };
  return {
    files,
    syncs: () => state.syncs,
    async syncingAhead(checkpoint) {
      state.isCheckpoint = true;
      try {
        return await checkpoint();
      } finally {
        state.isCheckpoint = false;
        state.lastWritten = null;
      }
    },
  };
}

function supply({ NODEFS, FS }: NodeFileLayer, state: State): void {
  const { stream_ops: ops, tryFSOperation, realPath } = NODEFS ?? {};
  const write = ops?.write;
  // Missing after some upgrade: nothing is supplied here, and whoever starts the engine finds that nothing is synced.
  if (ops === undefined || write === undefined) return;
  if (tryFSOperation === undefined || realPath === undefined) return;
  ops.fsync = (stream) => {
    // A directory's new names are no "data" to fdatasync. For files it writes all that is needed to read them back.
    const sync = FS.isDir(stream.node.mode) ? fs.fsyncSync : fs.fdatasyncSync;
    tryFSOperation(() => sync(stream.nfd));
    state.syncs += 1;
    return 0;
  };
  ops.write = (stream, ...what) => {
    if (stream !== state.walStream) noteWalFile(stream, state);
    if (state.isCheckpoint) sendAhead(stream, state, realPath);
    return write(stream, ...what);
  };
}

function noteWalFile(stream: OpenFile, state: State): void {
  if (!WAL_FILE.test(stream.path)) return;
  state.walStream = stream;
  if (stream.path === state.walFile) return;
  state.walFile = stream.path;
  state.events.onWalFile(basename(stream.path));
}

/**
 * A checkpoint writes one file after the other and then syncs each. What it has written last is sent on its way to the
 * disk in another thread, as soon as it goes on to the next, so that the engine's own fsync finds little left to do.
 * That one is the one that counts, and it alone hears of errors: what is sent ahead has a handle of its own.
 */
function sendAhead(stream: OpenFile, state: State, realPath: (node: OpenFile['node']) => string): void {
  const { lastWritten } = state;
  if (stream === lastWritten) return;
  state.lastWritten = stream;
  if (lastWritten === null) return;
  let file: number;
  try {
    file = fs.openSync(realPath(lastWritten.node), 'r');
  } catch {
    return;
  }
  fs.fdatasync(file, () => fs.close(file, () => undefined));
}
