import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { TransferError } from './transfer-error.js';

/** A line of the largest row there is, with room to spare. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** A line with its number, from 1. */
export interface NumberedText {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a gzip file, some at a time. `onBytes` hears how many bytes of the file have been read. Throws `TransferError` with the
 * number of the last whole line where the file cannot be read on: it is cut off, damaged, or no gzip file.
 */
export async function* readGzipLines(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly NumberedText[]> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of file.pipe(gunzip) as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead);
      const texts = (rest + decoder.write(chunk)).split('\n');
      rest = texts.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new TransferError(`Line ${number + 1} is too long`);
      yield texts.map((text) => ({ number: ++number, text }));
    }
  } catch (error) {
    throw explain(error, path, number);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
  if (rest + decoder.end() !== '')
    throw new TransferError(`The file ends in the middle of line ${number + 1}`);
}

function explain(error: unknown, path: string, lines: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new TransferError(`${path} cannot be read: there is no such file`);
  if (syscall !== undefined) return new TransferError(`${path} cannot be read: ${code}`);
  if (code === 'Z_BUF_ERROR') return new TransferError(`The file ends too early, after line ${lines}`);
  if (code === 'Z_DATA_ERROR' && (error as Error).message === 'incorrect header check')
    return new TransferError('This is no file that `svc-server export` has written: it is no gzip file');
  if (code === 'Z_DATA_ERROR') return new TransferError(`The file is damaged after line ${lines}`);
  return error;
}
