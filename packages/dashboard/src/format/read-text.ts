import { type TextEncoding, utf16ByMark } from '@svc/contract/text-encoding';

/** A text file with the encoding that it was in. */
export interface ReadText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Reads a file as the service does: UTF-16 by its byte order mark, UTF-8 where all of it is, else Windows-1252, in which Excel saves CSV. */
export async function readText(file: Blob): Promise<ReadText> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = utf16ByMark(bytes);
  const decode = (encoding: TextEncoding) => ({
    text: new TextDecoder(encoding, { fatal: true }).decode(bytes),
    encoding,
  });
  if (marked !== null) return decode(marked);
  try {
    return decode('utf-8');
  } catch {
    return decode('windows-1252');
  }
}
