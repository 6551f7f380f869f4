import type { Language } from '@svc/contract';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Now, systemNow } from '../clock.js';
import { kyselyFor } from '../database/kysely.js';
import { withTransaction } from '../database/transaction.js';
import { verifyOnce } from '../features/people/create-account.js';
import { createSecurityLog } from '../features/security/security-log.js';
import type { Mailer } from '../mail/mailer.js';
import { passwordMail } from '../mail/security-texts.js';
import { type AuthCaller, currentCall, runCall } from './auth-call.js';
import { afterPasswordReset, guardSignIn } from './guards.js';
import { poolInLibraryTime } from './library-times.js';
import { passwordChanges } from './password-changes.js';
import { versionedSecrets } from './secret-versions.js';
import { createSessionCookies, hashSessionToken } from './session-cookies.js';
import { requireCurrentCredential } from './sign-in-credential.js';

export interface AuthOptions {
  readonly pool: Pool;
  /** Signs the session cookies; at least 32 random characters. */
  readonly secret: string;
  /** Secrets that were used before, the latest first: what was signed or encrypted with one of them stays good. */
  readonly previousSecrets?: readonly string[];
  /** The service's address as the outside sees it. */
  readonly baseUrl: string;
  /** Sends password reset links and emails about changes to an account. */
  readonly mailer: Mailer;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'error'>;
  readonly now: Now;
}

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly hasTwoFactor: boolean;
}

/** A user as the sign-in library and its plugins have it. */
interface LibraryUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly twoFactorEnabled?: boolean | null;
}

export interface Session {
  /** Of its row, the same for as long as somebody stays signed in; it opens nothing. */
  readonly id: string;
  readonly user: SessionUser;
  /** Set-Cookie values to send along: a session that is still in use is prolonged now and then. */
  readonly setCookies: readonly string[];
}

/** What is answered to a request for sign-in. */
export interface AuthAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: string;
  readonly setCookies: readonly string[];
}

/** Sign-in by email and password: all of better-auth that the rest of the service sees. */
export interface Auth {
  /**
   * Answers a request to a path under /api/auth. Rejects when the database fails, and with a `RefusedError` where one of
   * our own rules refuses it.
   */
  handle(request: Request, caller?: AuthCaller): Promise<AuthAnswer>;
  /**
   * Who the Cookie header of a request belongs to; null: nobody. Prolongs the session, unless the request is one that a
   * page makes by itself. Rejects when the database fails.
   */
  sessionOf(
    cookieHeader: string | undefined,
    options?: { readonly isAutomatic?: boolean },
  ): Promise<Session | null>;
}

/** A session ends after so long without use; migration 0020 ends each after 30 days. */
const IDLE_SECONDS = 12 * 3_600;
/** How often a session in use is prolonged. */
const PROLONG_SECONDS = 60;
const RESET_SECONDS = 3_600;
const COOKIE_PREFIX = 'svc';
const NOWHERE: AuthCaller = { address: null, userAgent: null };

/**
 * Sign-in on the service's own pool. Contract section 5. Accounts are made by provisioning, by the first run and by
 * invitations, never by signing up here.
 *
 * better-auth gets a Kysely without transactions: each of its statements takes a client and gives it back, so it never
 * holds the embedded database's only connection while it waits for something else. It makes no outside call.
 */
export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth(optionsFor(options));
  const isSecure = new URL(options.baseUrl).protocol === 'https:';
  const namePrefix = `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.`;
  const cookies = createSessionCookies({
    secret: options.secret,
    previousSecrets: options.previousSecrets ?? [],
    namePrefix,
    sessionCookie: `${namePrefix}session_token`,
  });
  return {
    handle: (request, caller = NOWHERE) =>
      runCall(caller, async ({ tokens }) => {
        const cookie = request.headers.get('cookie');
        if (cookie !== null) request.headers.set('cookie', cookies.readInbound(cookie, tokens));
        const response = await auth.handler(request);
        return {
          status: response.status,
          ok: response.ok,
          body: await response.text(),
          setCookies: cookies.writeOutbound(response.headers.getSetCookie(), tokens),
        };
      }),
    async sessionOf(cookieHeader, { isAutomatic = false } = {}) {
      if (cookieHeader === undefined) return null;
      return runCall(NOWHERE, async ({ tokens }) => {
        const headers = new Headers({ cookie: cookies.readInbound(cookieHeader, tokens) });
        const query = isAutomatic ? { disableRefresh: true } : {};
        const asked = auth.api.getSession({ headers, query, returnHeaders: true });
        const found = await asked.catch((error: unknown) => {
          // What better-auth answers when the session was signed out a moment ago; everything else is a real failure.
          if (isAPIError(error) && error.statusCode === 401) return null;
          throw error;
        });
        if (!found?.response) return null;
        const { id, email, name, twoFactorEnabled } = found.response.user as LibraryUser;
        const user = { id, email, name, hasTwoFactor: twoFactorEnabled === true };
        const setCookies = cookies.writeOutbound(found.headers.getSetCookie(), tokens);
        return { id: found.response.session.id, user, setCookies };
      });
    },
  };
}

function optionsFor(options: AuthOptions) {
  const { pool, secret, previousSecrets = [], baseUrl, mailer, logger, now } = options;
  const { origin, protocol } = new URL(baseUrl);
  const guard = { pool, secret, baseUrl, mailer, now, securityLog: createSecurityLog(pool, logger) };
  const { endBegun, hooks } = passwordChanges(pool);
  return {
    appName: 'svc',
    baseURL: origin,
    basePath: '/api/auth',
    secrets: versionedSecrets([secret, ...previousSecrets]),
    database: {
      db: kyselyFor(poolInLibraryTime(pool, now)),
      type: 'postgres' as const,
      transaction: false,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      // Anyone who knew the old password is signed out.
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }: { user: { id: string; email: string } }) {
        // The token of the reset came by email, so the address is proven. A file on this machine proves nothing.
        if (mailer.hasServer) await withTransaction(pool, (client) => verifyOnce(client, user.email));
        await endBegun(user.id);
        await afterPasswordReset(guard, user.email);
      },
      async sendResetPassword({
        user,
        token,
      }: {
        user: { email: string; language?: Language };
        token: string;
      }) {
        // Not awaited: the response time must not reveal whether the account exists.
        const language = user.language ?? 'en';
        void mailer.send(passwordMail({ to: user.email, language, baseUrl, token }));
      },
    },
    hooks,
    databaseHooks: {
      session: {
        create: {
          before: storeTokenHash,
          after: (session: { id: string; userId: string }) => requireCurrentCredential(pool, session),
        },
      },
    },
    plugins: [
      // How often codes may be guessed is counted by the guards, as with passwords.
      twoFactor({ issuer: 'svc', schema: TWO_FACTOR_COLUMNS, accountLockout: { enabled: false } }),
      guardSignIn(guard),
    ],
    // The dashboard may be opened by another name of this machine than the base address has (127.0.0.1 for
    // localhost). A page is at home where it was loaded from, so the address the request came to is trusted as well.
    trustedOrigins: (request?: Request) => (request ? [new URL(request.url).origin] : []),
    session: { ...SESSION_COLUMNS, expiresIn: IDLE_SECONDS, updateAge: PROLONG_SECONDS, freshAge: 0 },
    user: USER_COLUMNS,
    account: ACCOUNT_COLUMNS,
    verification: VERIFICATION_COLUMNS,
    // Limits are the HTTP server's, which knows the real address of a caller; better-auth's own would be a second set.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: advancedOptions(protocol === 'https:'),
    // Errors that are no answers are thrown, for the HTTP server to log and answer like all others.
    onAPIError: { throw: true },
    logger: loggerFor(logger),
  };
}

function advancedOptions(useSecureCookies: boolean) {
  return {
    cookiePrefix: COOKIE_PREFIX,
    useSecureCookies,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    // Said outright, because better-auth drops both checks by itself where it takes the process for a test.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { disableIpTracking: true },
    // The migrations make these tables, and a verdict of better-auth's check from before them would stick.
    database: { validateSchema: false },
  };
}

function loggerFor(logger: AuthOptions['logger']) {
  return {
    level: 'warn' as const,
    log: (level: string, message: string, ...details: unknown[]) => {
      // A wrong password is no fault of the service, and better-auth calls it a warning.
      if (level === 'error') logger.error({ details }, message);
      else logger.debug({ details }, message);
    },
  };
}

/** A new session is stored by the hash of its token, and ends with the others also where the browser forgets it sooner. */
async function storeTokenHash<Created extends { token: string; expiresAt: Date }>(session: Created) {
  const token = hashSessionToken(session.token);
  currentCall().tokens.set(token, session.token);
  // The library's time is the machine's, see `poolInLibraryTime`.
  const latestMs = systemNow() + IDLE_SECONDS * 1000;
  const expiresAt = new Date(Math.min(session.expiresAt.getTime(), latestMs));
  return { data: { ...session, token, expiresAt } };
}

// Our tables have plural names and snake_case columns (migration 0001).

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

const USER_COLUMNS = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', ...TIMES },
  // Read with the user for emails; changed by `updateMe` alone.
  additionalFields: { language: { type: 'string' as const, required: false, input: false, returned: false } },
};

const SESSION_COLUMNS = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...TIMES,
  },
};

const ACCOUNT_COLUMNS = {
  modelName: 'accounts',
  fields: {
    userId: 'user_id',
    providerId: 'provider_id',
    accountId: 'account_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...TIMES,
  },
};

const VERIFICATION_COLUMNS = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', ...TIMES },
  // What a mail carries opens an account, so only its hash is kept.
  storeIdentifier: 'hashed' as const,
};

const TWO_FACTOR_COLUMNS = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
};
