import { isUtf8 } from 'node:buffer';
import { ASSET_TYPES, LOGO_TYPES } from '@svc/contract';

const startsWith = (content: Buffer, text: string, at = 0) =>
  content.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** What the first bytes of each type are. A name alone would let a page in under the name of a picture. */
const IS_OF_TYPE: Readonly<Record<string, (content: Buffer) => boolean>> = {
  'image/png': (content) => startsWith(content, '\x89PNG\r\n\x1a\n'),
  'image/jpeg': (content) => startsWith(content, '\xff\xd8\xff'),
  'image/webp': (content) => startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8),
  'image/gif': (content) => startsWith(content, 'GIF87a') || startsWith(content, 'GIF89a'),
  'application/pdf': (content) => startsWith(content, '%PDF-'),
  // An empty archive has only its end.
  'application/zip': (content) => startsWith(content, 'PK\x03\x04') || startsWith(content, 'PK\x05\x06'),
  'text/plain': (content) => isUtf8(content) && !content.includes(0),
};

/** The type of a file by the ending of its name; null where files of this type are not taken, or the content is of another. */
export function assetTypeOf(fileName: string, content: Buffer): string | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(ASSET_TYPES, ending) ? ASSET_TYPES[ending] : undefined;
  return type !== undefined && IS_OF_TYPE[type]?.(content) ? type : null;
}

/** The type of a logo by its content; null: a logo is of none of these types. */
export function logoTypeOf(content: Buffer): string | null {
  return LOGO_TYPES.find((type) => IS_OF_TYPE[type]?.(content)) ?? null;
}
