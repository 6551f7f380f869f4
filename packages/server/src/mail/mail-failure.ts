import { MAIL_CAUSES, type MailCause } from '@svc/contract';

/** Why an email was not taken, without anything that the server said: servers repeat addresses. */
export interface MailFailure {
  readonly cause: MailCause;
  /** What the failure concerns: this email for good, this email for now, or every email. */
  readonly scope: 'email_final' | 'email' | 'server';
  /** Codes of the client and the server, for the log. */
  readonly codes: string;
}

interface SmtpError {
  readonly code?: unknown;
  /** Code of the socket or of TLS, where `code` is the general one of the client. */
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

const CERTIFICATE = /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS_CERT)/;
const WRONG_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
const TLS = /^(ERR_SSL|ERR_TLS|EPROTO$)/;

/** Reads an error of nodemailer. */
export function readMailFailure(error: unknown): MailFailure {
  const { code, originalCode, responseCode, command } = (error ?? {}) as SmtpError;
  const parts = [code, originalCode, responseCode].filter((part) => part !== undefined);
  const response = typeof responseCode === 'number' ? responseCode : 0;
  return {
    ...classify({ code: String(code), original: String(originalCode), response, command: String(command) }),
    codes: [...new Set(parts)].join(' ') || 'unknown',
  };
}

interface Codes {
  readonly code: string;
  readonly original: string;
  readonly response: number;
  readonly command: string;
}

function classify({ code, original, response, command }: Codes): Pick<MailFailure, 'cause' | 'scope'> {
  if (original === WRONG_NAME) return { cause: 'certificate_name', scope: 'server' };
  if (CERTIFICATE.test(original)) return { cause: 'certificate', scope: 'server' };
  if (response === 421) return { cause: 'busy', scope: 'server' };
  if (code === 'EAUTH' || response === 530 || response === 535) return { cause: 'sign_in', scope: 'server' };
  if (code === 'ETLS' || TLS.test(original)) return { cause: 'tls', scope: 'server' };
  if (command === 'MAIL FROM' && response >= 500) return { cause: 'sender', scope: 'server' };
  if (code === 'EDNS') return { cause: 'host', scope: 'server' };
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return aboutEmail(command, response);
  return { cause: 'connection', scope: 'server' };
}

function aboutEmail(command: string, response: number): Pick<MailFailure, 'cause' | 'scope'> {
  const scope = response >= 400 && response < 500 ? 'email' : 'email_final';
  return { cause: command === 'DATA' ? 'message' : 'recipient', scope };
}

/** The cause in words, and the setting that helps. */
export function describeMailCause(cause: MailCause): string {
  return MAIL_CAUSES[cause];
}
