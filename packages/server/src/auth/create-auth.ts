import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { kyselyFor } from '../database/kysely.js';
import type { Mailer } from '../mail/mailer.js';
import { passwordMail } from '../mail/texts.js';
import { passwordChanges } from './password-changes.js';

export interface AuthOptions {
  readonly pool: Pool;
  /** Signs the session cookies; at least 32 random characters. */
  readonly secret: string;
  /** The service's address as the outside sees it. */
  readonly baseUrl: string;
  /** Sends what somebody needs to choose a new password. */
  readonly mailer: Mailer;
  readonly logger: Pick<Logger, 'debug' | 'error'>;
}

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface Session {
  /** Of its row, the same for as long as somebody stays signed in; it opens nothing. */
  readonly id: string;
  readonly user: SessionUser;
  /** Set-Cookie values to send along: a session that is still in use is prolonged now and then. */
  readonly setCookies: readonly string[];
}

/** Sign-in by email and password: all of better-auth that the rest of the service sees. */
export interface Auth {
  /** Answers a request to a path under /api/auth. Rejects when the database fails. */
  handle(request: Request): Promise<Response>;
  /** Who the Cookie header of a request belongs to; null: nobody. Rejects when the database fails. */
  sessionOf(cookieHeader: string | undefined): Promise<Session | null>;
}

const SESSION_DAYS = 7;
const DAY_SECONDS = 86_400;
const RESET_SECONDS = 3_600;

/**
 * Sign-in on the service's own pool. Contract section 5. Accounts are made by provisioning, by the first run and by
 * invitations, never by signing up here.
 *
 * better-auth gets a Kysely without transactions: each of its statements takes a client and gives it back, so it never
 * holds the embedded database's only connection while it waits for something else. It makes no outside call.
 */
export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth(optionsFor(options));
  return {
    handle: (request) => auth.handler(request),
    async sessionOf(cookieHeader) {
      if (cookieHeader === undefined) return null;
      const headers = new Headers({ cookie: cookieHeader });
      const found = await auth.api.getSession({ headers, returnHeaders: true }).catch((error: unknown) => {
        // What better-auth answers when the session was signed out a moment ago; everything else is a real failure.
        if (isAPIError(error) && error.statusCode === 401) return null;
        throw error;
      });
      if (!found?.response) return null;
      const { id, email, name } = found.response.user;
      const sessionId = found.response.session.id;
      return { id: sessionId, user: { id, email, name }, setCookies: found.headers.getSetCookie() };
    },
  };
}

function optionsFor({ pool, secret, baseUrl, mailer, logger }: AuthOptions) {
  const { origin, protocol } = new URL(baseUrl);
  const { onPasswordReset, hooks } = passwordChanges(pool);
  return {
    appName: 'svc',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    database: {
      db: kyselyFor(pool),
      type: 'postgres' as const,
      transaction: false,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      // Whoever knew the old password is out.
      revokeSessionsOnPasswordReset: true,
      onPasswordReset,
      async sendResetPassword({ user, token }: { user: { email: string }; token: string }) {
        // Not waited for: how long the answer takes must not tell whether there is such an account.
        void mailer.send(passwordMail({ to: user.email, baseUrl, token }));
      },
    },
    hooks,
    plugins: [twoFactor({ issuer: 'svc', schema: TWO_FACTOR_COLUMNS })],
    // The dashboard may be opened by another name of this machine than the base address has (127.0.0.1 for
    // localhost). A page is at home where it was loaded from, so the address the request came to is trusted as well.
    trustedOrigins: (request?: Request) => (request ? [new URL(request.url).origin] : []),
    session: { ...SESSION_COLUMNS, expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    user: USER_COLUMNS,
    account: ACCOUNT_COLUMNS,
    verification: VERIFICATION_COLUMNS,
    // Limits are the HTTP server's, which knows the real address of a caller; better-auth's own would be a second set.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'svc',
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
      // Said outright, because better-auth drops both checks by itself where it takes the process for a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      // The migrations make these tables, and a verdict of better-auth's check from before them would stick.
      database: { validateSchema: false },
    },
    // Errors that are no answers are thrown, for the HTTP server to log and answer like all others.
    onAPIError: { throw: true },
    logger: {
      level: 'warn' as const,
      log: (level: string, message: string, ...details: unknown[]) => {
        // A wrong password is no fault of the service, and better-auth calls it a warning.
        if (level === 'error') logger.error({ details }, message);
        else logger.debug({ details }, message);
      },
    },
  };
}

// Our tables have plural names and snake_case columns (migration 0001).

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

const USER_COLUMNS = { modelName: 'users', fields: { emailVerified: 'email_verified', ...TIMES } };

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
