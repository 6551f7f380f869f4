import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What is needed of Emscripten's file layer, which PGlite's types leave out. */
interface NodeFileLayer {
  NODEFS?: {
    node_ops?: { mknod?: MakeNode; setattr?: SetAttributes };
    stream_ops?: { setattr?: SetAttributes };
  };
}
type MakeNode = (parent: unknown, name: string, mode: number, device: unknown) => unknown;
type SetAttributes = (target: unknown, attributes: { mode?: number | null }) => void;

const OTHERS = 0o077;

/**
 * PGlite's files in a directory, readable and writable by their owner alone. By itself the engine gives every file it
 * makes the mode 0666, by changing the mode after making the file, so that the process's umask does not help.
 */
export function privateFiles(directory: string): NodeFS {
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => keepPrivate(module as NodeFileLayer),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  };
  return files;
}

/** A version of PGlite without these functions would make readable files; a test finds that out. */
function keepPrivate({ NODEFS }: NodeFileLayer): void {
  const { node_ops: nodes, stream_ops: streams } = NODEFS ?? {};
  const makeNode = nodes?.mknod;
  if (nodes !== undefined && makeNode !== undefined) {
    nodes.mknod = (parent, name, mode, device) => makeNode(parent, name, mode & ~OTHERS, device);
  }
  for (const operations of [nodes, streams]) {
    const setAttributes = operations?.setattr;
    if (operations === undefined || setAttributes === undefined) continue;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      const isModeSet = mode !== undefined && mode !== null;
      setAttributes(target, isModeSet ? { ...attributes, mode: mode & ~OTHERS } : attributes);
    };
  }
}
