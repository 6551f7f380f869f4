import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What stands between the cookies that a browser has and those that the sign-in library sees. */
export interface SessionCookies {
  /** A Cookie header as the sign-in library takes it. The tokens that were replaced are put into `tokens`, by hash. */
  readInbound(header: string, tokens: Map<string, string>): string;
  /** Set-Cookie values of the sign-in library as a browser takes them. */
  writeOutbound(values: readonly string[], tokens: ReadonlyMap<string, string>): string[];
}

/**
 * Keeps tokens of sessions out of the database. What the sign-in library stores and looks up as the token is the SHA-256
 * of the one that the cookie carries; only here the one becomes the other, so the database's files open no session.
 *
 * Cookies are signed. One that was signed with a previous secret is taken as if it were signed with the one in use, which
 * it is from its next renewal on.
 */
export function createSessionCookies(options: {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  /** Common to the names of all cookies of the sign-in library. */
  readonly namePrefix: string;
  readonly sessionCookie: string;
}): SessionCookies {
  const { secret, previousSecrets, namePrefix, sessionCookie } = options;
  const signed = (value: string) => encodeURIComponent(`${value}.${signatureOf(value, secret)}`);

  /** The value of a signed cookie; null when nobody signed it. */
  function verifyCookie(cookie: string): string | null {
    const decoded = decode(cookie);
    const dot = decoded.lastIndexOf('.');
    if (dot < 1) return null;
    const [value, signature] = [decoded.slice(0, dot), decoded.slice(dot + 1)];
    const isSigned = [secret, ...previousSecrets].some((one) => isSame(signatureOf(value, one), signature));
    return isSigned ? value : null;
  }

  function inward(name: string, cookie: string, tokens: Map<string, string>): string {
    const value = name.startsWith(namePrefix) ? verifyCookie(cookie) : null;
    if (name !== sessionCookie) return value === null ? cookie : signed(value);
    if (value === null) return '';
    const hash = hashSessionToken(value);
    tokens.set(hash, value);
    return signed(hash);
  }

  return {
    readInbound(header, tokens) {
      return header
        .split(';')
        .map((pair) => {
          const equals = pair.indexOf('=');
          if (equals === -1) return pair.trim();
          const name = pair.slice(0, equals).trim();
          return `${name}=${inward(name, pair.slice(equals + 1).trim(), tokens)}`;
        })
        .join('; ');
    },
    writeOutbound(values, tokens) {
      return values.map((value) => {
        const [pair = '', ...attributes] = value.split(';');
        const equals = pair.indexOf('=');
        const given = pair.slice(equals + 1);
        if (pair.slice(0, equals) !== sessionCookie || given === '') return value;
        const token = tokens.get(verifyCookie(given) ?? '');
        if (token === undefined) throw new Error('a session cookie is to be sent whose token is not known');
        return [`${sessionCookie}=${signed(token)}`, ...attributes].join(';');
      });
    },
  };
}

/** The form in which the token of a session is stored: SHA-256, 64 hexadecimal digits. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function signatureOf(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function decode(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return cookie;
  }
}
