import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fileFailure, readTextIfThere } from './settings.js';

// Files that svc writes begin with a line that contains a fingerprint of the other lines. If the fingerprint is wrong or missing,
// a person has changed or created the file, and svc does not overwrite it.

export interface GeneratedFile {
  /** Inside the folder of the project. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** The state of a file before it is written. `theirs`: a person has created or changed it. */
export type FileState = 'missing' | 'same' | 'ours' | 'theirs';

const MARK = /^(?:<!--|#) svc:generated ([0-9a-f]{16}) [^\n]*\n/;
const ADVICE = 'Change this file as you like: svc init then asks before it replaces it.';

/** The text with its fingerprint in a comment on top. */
export function sign(text: string, comment: 'markdown' | 'env'): string {
  const mark = `svc:generated ${fingerprint(text)} ${ADVICE}`;
  return comment === 'markdown' ? `<!-- ${mark} -->\n${text}` : `# ${mark}\n${text}`;
}

/** Whether a file is as svc wrote it. */
export function isUntouched(content: string): boolean {
  const text = withUnixLines(content);
  const mark = MARK.exec(text);
  return mark !== null && mark[1] === fingerprint(text.slice(mark[0].length));
}

/** Changes an env file, or creates it (null), and signs it unless a person has changed it. */
export function editEnv(content: string | null, edit: (text: string) => string): string {
  if (content === null) return sign(edit(''), 'env');
  if (!isUntouched(content)) return edit(content);
  return sign(edit(withUnixLines(content).replace(MARK, '')), 'env');
}

export async function fileState(folder: string, file: GeneratedFile): Promise<FileState> {
  const content = await readTextIfThere(join(folder, file.path));
  if (content === null) return 'missing';
  if (withUnixLines(content) === file.text) return 'same';
  return isUntouched(content) ? 'ours' : 'theirs';
}

/** Writes a file completely or not at all; only the owner can read it at any moment. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  let draft: string | null = null;
  try {
    await mkdir(dirname(path), { recursive: true });
    const target = await targetOf(path);
    draft = `${target}.${process.pid}.tmp`;
    await writeFile(draft, text, { mode: 0o600 });
    await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    if (draft !== null) await rm(draft, { force: true }).catch(() => {});
    throw fileFailure(path, 'written', error);
  }
}

/** The path to write to: a symbolic link, which several projects may share, is followed and not replaced. */
async function targetOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path));
  const file = join(folder, basename(path));
  // Resolved by hand, because a dangling link has no real path.
  const link = await readlink(file).catch(() => null);
  return link === null ? file : targetOf(resolve(folder, link));
}

/** Makes a file readable and writable for its owner only. */
export async function closeToOthers(path: string): Promise<void> {
  try {
    await chmod(path, 0o600);
  } catch (error) {
    throw fileFailure(path, 'written', error);
  }
}

/** Adds a line to `.gitignore`, creating the file if needed; false if the line is already there. */
export async function ignoreInGit(folder: string, line: string): Promise<boolean> {
  const path = join(folder, '.gitignore');
  const text = (await readTextIfThere(path)) ?? '';
  if (text.split(/\r?\n/).some((one) => one.trim() === line || one.trim() === `/${line}`)) return false;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : lineEnd;
  try {
    await writeFile(path, `${text}${separator}${line}${lineEnd}`);
  } catch (error) {
    throw fileFailure(path, 'written', error);
  }
  return true;
}

/** Whether git tracks a file, so that `.gitignore` has no effect on it; false without git. */
export async function isTrackedByGit(folder: string, path: string): Promise<boolean> {
  try {
    await promisify(execFile)('git', ['ls-files', '--error-unmatch', '--', path], { cwd: folder });
    return true;
  } catch {
    return false;
  }
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Git on Windows checks out text with other line endings, which does not count as a change by a person. */
function withUnixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
