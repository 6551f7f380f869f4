import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a program to its end; if it fails, the error contains its output. */
export async function runCommand(cwd: string, command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** An integrator's folder, which contains only what npm has installed. */
export interface EmptyProject {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  node(...args: string[]): Promise<string>;
  run(command: string, ...args: string[]): Promise<string>;
  remove(): void;
}

/**
 * Packs folders as `npm publish` does, and installs the tarballs into an empty project. Without further `dependencies` (name and
 * version) there is no registry, so it fails for a package whose dependencies are not among the folders.
 */
export async function installPacked(
  folders: readonly string[],
  dependencies?: Readonly<Record<string, string>>,
): Promise<EmptyProject> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packed-'));
  const writeAt = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const tarballs: string[] = [];
  for (const packed of folders) {
    const source = join(ROOT, packed);
    if (packed.startsWith('packages/') && !existsSync(join(source, 'dist'))) {
      throw new Error(`${packed} is not built yet; run: npm run build`);
    }
    const listed = await runCommand(source, 'npm', [
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    ]);
    tarballs.push(`./${JSON.parse(listed)[0].filename}`);
  }
  await writeAt('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    dependencies ? '--prefer-offline' : '--offline',
  ];
  await runCommand(folder, 'npm', ['install', ...flags, ...tarballs]);
  return {
    folder,
    write: writeAt,
    node: (...args) => runCommand(folder, process.execPath, args),
    run: (command, ...args) => runCommand(folder, command, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
