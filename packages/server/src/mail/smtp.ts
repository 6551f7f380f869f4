import { createTransport } from 'nodemailer';

const TIMEOUT_MS = 10_000;

/** A client for the email server at this address. */
export function createSmtp(url: string) {
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
