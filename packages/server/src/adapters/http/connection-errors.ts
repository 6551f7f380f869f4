import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@svc/contract';
import { ERROR_CODE_HEADER, errorBody } from './errors.js';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers what is no HTTP, or too slow or too large to be read, in the form of every other error. There is no request
 * yet, so this is written onto the connection itself, which is then closed.
 */
export function connectionErrorHandler(newRequestId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'request_malformed';
    const { status, text } = ERRORS[code];
    const body = errorBody(text);
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        'content-type: application/json; charset=utf-8\r\n' +
        `content-length: ${Buffer.byteLength(body)}\r\n` +
        `x-request-id: ${newRequestId()}\r\n` +
        'x-content-type-options: nosniff\r\n' +
        `${ERROR_CODE_HEADER}: ${code}\r\n` +
        `connection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  };
}
