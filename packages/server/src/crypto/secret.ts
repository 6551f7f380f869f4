import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'secret';
const SHORTEST = 32;

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The secret kept in the data directory; null: there is none. */
export function loadSecret(dataDir: string): Promise<string | null> {
  return readExisting(join(dataDir, FILE_NAME));
}

async function readExisting(path: string): Promise<string | null> {
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    if (secret.length >= SHORTEST) return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  throw new Error(
    `${path} holds no secret of at least ${SHORTEST} characters; restore it from a backup, or delete it to sign everyone out`,
  );
}

/**
 * The secret kept in the data directory, made on first use (file `secret`, mode 600). The file appears with its whole
 * content or not at all, and of two starts at once both get the one that came first: the content is written under
 * another name and then linked, which fails where the name is taken.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE_NAME);
  const existing = await readExisting(path);
  if (existing !== null) return existing;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeWhole(draft, `${randomBytes(32).toString('base64url')}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = await readExisting(path);
  if (secret === null) throw new Error(`${path} was deleted while the service started`);
  return secret;
}

/**
 * A key for one purpose only, made from the service's secret, so that what leaks or is broken in one place is of no
 * use in another. 256 bits in base64url.
 */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `svc ${purpose}`, 32)).toString('base64url');
}
