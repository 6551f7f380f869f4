import fs from 'node:fs';
import { basename } from 'node:path';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { privateFiles } from './private-files.js';

/** PGlite's files in a directory, made durable. */
export interface DurableFiles {
  readonly files: NodeFS;
  /** How many times the engine has asked for a file to be on disk. */
  syncs(): number;
  /** Sends what was written to the disk in another thread, so that a checkpoint finds only the newest still to be sent. */
  syncWritten(): Promise<void>;
  /** Sends nothing more; resolves when what is on its way to the disk has arrived. */
  close(): Promise<void>;
  /** Runs a checkpoint with less waiting for the disk: files it has written go there while it writes the next. */
  syncingAhead<Result>(checkpoint: () => Promise<Result>): Promise<Result>;
}

/** Callbacks about the files. Must not throw. */
export interface FileEvents {
  /** Called from inside a query, each time another 16 MB file of the write-ahead log is started, with its name. */
  readonly onWalFile: (name: string) => void;
  /** The engine has given up. */
  readonly onAbort: () => void;
  /** The system could not write to the disk what it had taken: after that nobody knows what is there. */
  readonly onSyncFailed: (error: Error) => void;
}

/** What is needed of Emscripten's file layer, which PGlite's types leave out. */
interface NodeFileLayer {
  NODEFS?: {
    stream_ops?: {
      fsync?: (stream: OpenFile) => number;
      write?: (stream: OpenFile, ...what: unknown[]) => number;
    };
    tryFSOperation?: (run: () => void) => void;
    realPath?: (node: FileNode) => string;
  };
  FS: { isDir(mode: number): boolean };
}
interface OpenFile {
  nfd: number;
  path: string;
  node: FileNode;
}
interface FileNode {
  mode: number;
}

interface State {
  readonly events: FileEvents;
  /** Where a file is outside of the engine. */
  pathOf: (node: FileNode) => string;
  syncs: number;
  /** The file of the log that was written to last, and its path: it may be opened more than once. */
  walStream: OpenFile | null;
  walFile: string;
  /** Files, but those of the log, that were written since they were last sent to the disk. */
  written: Set<FileNode>;
  /** What is on its way to the disk in another thread. */
  syncing: Set<Promise<void>>;
  isClosed: boolean;
  isCheckpoint: boolean;
  /** The file that was written last, if it is none of the log. */
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
    written: new Set(),
    pathOf: () => '',
    syncing: new Set(),
    isClosed: false,
    isCheckpoint: false,
    lastWritten: null,
  };
  const files = privateFiles(directory);
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
    async syncWritten() {
      const written = [...state.written];
      state.written.clear();
      state.lastWritten = null;
      for (const node of written) {
        if (state.isClosed) return;
        await syncAside(node, state);
      }
    },
    async close() {
      state.isClosed = true;
      await Promise.all(state.syncing);
    },
    async syncingAhead(checkpoint) {
      state.isCheckpoint = true;
      try {
        return await checkpoint();
      } finally {
        state.isCheckpoint = false;
      }
    },
  };
}

function supply({ NODEFS, FS }: NodeFileLayer, state: State): void {
  const { stream_ops: ops, tryFSOperation, realPath } = NODEFS ?? {};
  const write = ops?.write;
  // Missing after some upgrade: nothing is supplied here, and the start of the engine finds that nothing is synced.
  if (ops === undefined || write === undefined) return;
  if (tryFSOperation === undefined || realPath === undefined) return;
  ops.fsync = (stream) => {
    // A directory's new names are no "data" to fdatasync. For files it writes all that is needed to read them back.
    const sync = FS.isDir(stream.node.mode) ? fs.fsyncSync : fs.fdatasyncSync;
    tryFSOperation(() => sync(stream.nfd));
    state.syncs += 1;
    return 0;
  };
  state.pathOf = realPath;
  ops.write = (stream, ...what) => {
    if (stream !== state.walStream && stream !== state.lastWritten) noteFile(stream, state);
    return write(stream, ...what);
  };
}

function noteFile(stream: OpenFile, state: State): void {
  if (WAL_FILE.test(stream.path)) noteWalFile(stream, state);
  else noteDataFile(stream, state);
}

function noteWalFile(stream: OpenFile, state: State): void {
  state.walStream = stream;
  if (stream.path === state.walFile) return;
  state.walFile = stream.path;
  state.events.onWalFile(basename(stream.path));
}

/**
 * A checkpoint writes one file after the other and then syncs each. What it has written last is sent on its way to the
 * disk as soon as it goes on to the next, so that the engine's own fsync finds little left to do.
 */
function noteDataFile(stream: OpenFile, state: State): void {
  const { lastWritten, written, isCheckpoint } = state;
  state.lastWritten = stream;
  written.add(stream.node);
  if (!isCheckpoint || lastWritten === null) return;
  written.delete(lastWritten.node);
  void syncAside(lastWritten.node, state);
}

/**
 * Sends a file to the disk in another thread, beginning before it returns: during a checkpoint nothing else runs in this
 * one. A file that is gone needs nothing. An error must be reported, because the engine's own sync may not get it again.
 */
function syncAside(node: FileNode, { events, syncing, pathOf }: State): Promise<void> {
  let file: number;
  try {
    // Not only to be read: Windows sends nothing to the disk through such a handle.
    file = fs.openSync(pathOf(node), 'r+');
  } catch {
    return Promise.resolve();
  }
  const synced = new Promise<void>((resolve) => {
    fs.fdatasync(file, (error) => {
      fs.close(file, () => resolve());
      if (error !== null) events.onSyncFailed(error);
    });
  });
  syncing.add(synced);
  return synced.finally(() => syncing.delete(synced));
}
