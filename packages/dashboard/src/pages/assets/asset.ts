import type { Row } from '../../api/client.js';
import { numberFormat } from '../../format/intl.js';
import { LOCALE } from '../../language/locale.js';
import { texts } from '../../texts/assets.js';

/** A file or text as its team sees it. */
export type Asset = Row<'/api/programs/{programId}/assets'>;

/** Where the partner's link goes in a text. */
export const LINK = '{link}';

const ENDINGS = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'pdf', 'zip', 'txt'];
/** For the dialog that chooses a file. */
export const ACCEPTED = ENDINGS.map((ending) => `.${ending}`).join(',');

/** Whether files with this name are taken. */
export function isAccepted(fileName: string): boolean {
  return ENDINGS.includes(fileName.split('.').at(-1)?.toLowerCase() ?? '');
}

/** What it is, in a word: "PNG", "Text". */
export function kindOf({ file_name: fileName }: Pick<Asset, 'file_name'>): string {
  return fileName === null ? texts.text : (fileName.split('.').at(-1)?.toUpperCase() ?? '');
}

/** A size for people: "120 KB". */
export function formatSize(bytes: number): string {
  const number = (value: number, digits: number) =>
    numberFormat(LOCALE, { maximumFractionDigits: digits }).format(value);
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? texts.kilobytes({ size: number(Math.max(1, kilobytes), 0) })
    : texts.megabytes({ size: number(kilobytes / 1024, 1) });
}

/** A file as the service takes it. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}
