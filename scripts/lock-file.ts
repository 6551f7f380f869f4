/** What the check reads of one entry of `packages` in a lock file of version 3; the key is the folder of the package. */
interface LockedPackage {
  version?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * Why `npm ci` with this lock file would fail, or install something unproven, on some platform: a package that another
 * one needs is not locked, the binaries for platforms other than that of the last `npm install` among them; a package
 * has no checksum; it is locked to a registry other than npm's; or it runs a script when it is installed, which `allowScripts` of
 * package.json does not name: such scripts fetch things that the lock does not hold. One sentence each; none if all is well.
 */
export function findLockProblems(lock: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(lock.packages).flatMap(([folder, locked]) => [
    ...findMissing(lock, folder, locked),
    ...findUnproven(folder, locked),
    ...findScript(folder, locked, allowScripts),
  ]);
}

function findMissing(lock: LockFile, folder: string, locked: LockedPackage): string[] {
  const needed = { ...locked.dependencies, ...locked.optionalDependencies };
  return Object.entries(needed).flatMap(([name, range]) => {
    const found = resolvePackage(lock, folder, name);
    const wanted = `${folder || 'the project'} needs ${name}@${range}`;
    if (found === null) return [`${wanted}, which is not locked`];
    // Ranges are npm's business. Binaries are listed with their exact version, and another one does not work.
    const isOther = EXACT_VERSION.test(range) && found.link !== true && found.version !== range;
    return isOther ? [`${wanted}, but ${found.version} is locked`] : [];
  });
}

function findUnproven(folder: string, locked: LockedPackage): string[] {
  if (locked.link === true || !folder.includes('node_modules/')) return [];
  const problems = locked.integrity === undefined ? [`${folder} has no checksum`] : [];
  if (locked.resolved === undefined || locked.resolved.startsWith(REGISTRY)) return problems;
  return [...problems, `${folder} is locked to ${locked.resolved}, not to npm's registry`];
}

function findScript(
  folder: string,
  { hasInstallScript = false, optional = false }: LockedPackage,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  // npm goes on without an optional package whose script fails.
  if (!hasInstallScript || optional) return [];
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return allowScripts[name] === true ? [] : [`${folder} runs a script when it is installed`];
}

/** As Node resolves a name: in the package's own node_modules, then in those of each folder above. */
function resolvePackage(lock: LockFile, folder: string, name: string): LockedPackage | null {
  for (let from = folder; ; from = parentOf(from)) {
    const found = lock.packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`];
    if (found !== undefined) return found;
    if (from === '') return null;
  }
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}
