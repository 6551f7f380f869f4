import { DatabaseUnusableError } from './unusable-error.js';

/** What to do about an error that PostgreSQL reports by its code, behind what it says. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL',
  '28000':
    'correct DATABASE_URL, or let the server admit this user from here (pg_hba.conf; without TLS, add ?sslmode=verify-full)',
  '3D000': 'create the database, or correct its name in DATABASE_URL',
  '42501': 'connect as the role that owns the database and its tables, or grant its rights',
  '25006': 'use a server that takes writes, or switch default_transaction_read_only off',
  '53100': 'make room on the disk of the database server',
  '53200': 'give the database server more memory',
  '53300': 'raise the connection limits of server, database and role',
  '53400': 'raise the limit on the database server',
  '57014': 'raise statement_timeout, or remove it for this role',
  '25P04': 'raise transaction_timeout, or remove it for this role',
  '22P05': "use a database with the encoding UTF8 (`create database svc encoding 'UTF8' template template0`)",
};

/** Codes of Node for certificates that no authority it knows has signed. */
const UNKNOWN_AUTHORITY = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const CERTIFICATE_ERRORS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'renew it on the database server',
  CERT_NOT_YET_VALID: 'check the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name the server in DATABASE_URL as its certificate does',
};
const NO_TLS = 'The server does not support SSL connections';

/**
 * One sentence about an error of the database that an operator can correct, with what to do: its own message, and a way out that
 * follows from the code of the error or of what caused it. Null: it is none of these.
 */
export function explainDatabaseError(error: unknown): string | null {
  if (error instanceof DatabaseUnusableError) return error.message;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const wayOut = WAYS_OUT[String((cause as { code?: unknown }).code)];
    if (wayOut !== undefined) return `${withoutEnd((error as Error).message)}: ${wayOut}`;
  }
  return null;
}

/** As `explainDatabaseError`, of an error met while connecting: also one of the certificates or files that the address names. */
export function explainConnectionError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall, path } = error as NodeJS.ErrnoException;
  if (error.message.startsWith(NO_TLS))
    return 'The PostgreSQL server offers no TLS: switch `ssl` on there, or remove sslmode from DATABASE_URL';
  if (UNKNOWN_AUTHORITY.has(code))
    return (
      `The certificate of the PostgreSQL server is signed by an authority that this machine does not know (${code}): add ` +
      '`sslrootcert=/path/to/ca.pem` to DATABASE_URL, or set NODE_EXTRA_CA_CERTS'
    );
  const certificate = CERTIFICATE_ERRORS[code];
  if (certificate !== undefined)
    return `The certificate of the PostgreSQL server is refused (${withoutEnd(error.message)}): ${certificate}`;
  if (syscall === 'open')
    return `DATABASE_URL names the file ${path}, which cannot be read (${code}): correct sslrootcert, sslcert or sslkey`;
  return explainDatabaseError(error);
}

const withoutEnd = (message: string): string => message.replace(/[.\s]+$/, '');
