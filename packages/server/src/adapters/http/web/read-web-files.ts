import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** Packed already; once more would cost time and win nothing. */
const PACKED: ReadonlySet<string> = new Set(['.ico', '.png', '.woff2']);
/** Above this brotli costs several times the time for a few hundredths of the size. */
const BROTLI_QUALITY = 6;

/** The forms a file is sent in, the smallest first. */
export type Encoding = 'br' | 'gzip';
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** A built file of the web application. */
export interface WebFile {
  /** Value of the header content-type. */
  readonly type: string;
  readonly plain: Buffer;
  /** Weak, because it stands for every form of the file. */
  readonly etag: string;
  /** The file in this form, made the first time somebody asks for it; null where it would not get smaller. */
  packed(encoding: Encoding): Promise<Buffer> | null;
}

/** The files of a folder by their address, such as `/index.html`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

/**
 * Reads the built application into memory: a few files, which then stay of one build even while another is being
 * made, and there is no path on disk that a request could lead to. Without the folder: no files.
 */
export async function readWebFiles(folder: string | null): Promise<WebFiles> {
  const files = new Map<string, WebFile>();
  if (folder === null) return files;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    // What the build notes down for itself.
    if (address.includes('/.')) continue;
    files.set(address, webFile(await readFile(path), type, PACKED.has(extname(entry.name))));
  }
  return files;
}

function webFile(plain: Buffer, type: string, isPacked: boolean): WebFile {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    plain,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    packed(encoding) {
      if (isPacked) return null;
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const packing = pack(plain, encoding);
      made.set(encoding, packing);
      return packing;
    },
  };
}

function pack(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return promisify(brotliCompress)(plain, { params });
}
