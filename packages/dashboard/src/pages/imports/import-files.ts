import { importKindOf } from '@svc/contract/import-kind';
import type { Input } from '../../api/client.js';
import { readText } from '../../format/read-text.js';
import { texts } from '../../texts/imports.js';

export const IMPORTS_PATH = '/api/programs/{programId}/imports';

export type ImportBody = NonNullable<Input<typeof IMPORTS_PATH, 'post'>['body']>;
type SentFile = ImportBody['files'][number];
export type ImportKind = SentFile['kind'];

/** A file that was chosen, and what it has a row of; null: not known yet. */
export interface ChosenFile {
  readonly file: File;
  readonly kind: ImportKind | null;
}

export const IMPORT_KINDS: readonly ImportKind[] = ['partners', 'customers', 'sales', 'commissions'];

export const MOST_FILES = 4;

/** Just below what the service takes, so that what is around the files fits too. */
const MAX_BODY_BYTES = 20 * 1024 * 1024 - 4096;

/** The name of a system as people know it; of a mapping of one's own, what it says itself. */
export function systemName(system: string): string {
  const names: Readonly<Record<string, string>> = texts.systems;
  return names[system.toLowerCase()] ?? system;
}

/** Files with what their names say of them. */
export function withKinds(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ file, kind: importKindOf(file.name) }));
}

/** What is sent for files of which it is known what they contain; null: together they are too large. Reads each file once. */
export async function bodyOf(
  mapping: ImportBody['mapping'],
  chosen: readonly ChosenFile[],
): Promise<ImportBody | null> {
  const files: SentFile[] = [];
  for (const { file, kind } of chosen) {
    if (file.size > MAX_BODY_BYTES) return null;
    if (kind !== null) files.push({ kind, name: file.name, ...(await readText(file)) });
  }
  const body = { mapping, files };
  return new Blob([JSON.stringify(body)]).size > MAX_BODY_BYTES ? null : body;
}
