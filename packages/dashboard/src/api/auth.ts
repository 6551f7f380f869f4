import { whileSignedIn } from '../session/leave.js';
import { errorOf, noAnswer } from './error.js';

// Sign-in is better-auth's, under /api/auth; its bodies do not stand in the description of the service.

export interface AuthSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
}

export interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly twoFactorEnabled: boolean | null;
}

async function call<Result>(path: string, body?: object): Promise<Result> {
  await whileSignedIn();
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api/auth${path}`, init).catch(() => {
    throw noAnswer();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response, answer);
  return answer as Result;
}

/** Signing in and what belongs to it. Each rejects with an `ApiError`. */
export const auth = {
  /** `needsCode`: signed in only once a code of the authenticator, or a backup code, was given. */
  async signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
    const answer = await call<{ twoFactorRedirect?: boolean }>('/sign-in/email', { email, password });
    return { needsCode: answer.twoFactorRedirect === true };
  },
  verifyCode: (code: string) => call('/two-factor/verify-totp', { code }),
  verifyBackupCode: (code: string) => call('/two-factor/verify-backup-code', { code }),
  signOut: () => call('/sign-out', {}),
  requestPasswordReset: (email: string) => call('/request-password-reset', { email }),
  resetPassword: (token: string, newPassword: string) => call('/reset-password', { token, newPassword }),
  changePassword: (currentPassword: string, newPassword: string) =>
    call('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
  session: () => call<{ session: AuthSession; user: AuthUser } | null>('/get-session'),
  sessions: () => call<AuthSession[]>('/list-sessions'),
  revokeSession: (token: string) => call('/revoke-session', { token }),
  revokeOtherSessions: () => call('/revoke-other-sessions', {}),
  revokeSessions: () => call('/revoke-sessions', {}),
  enableTwoFactor: (password: string) =>
    call<{ totpURI: string; backupCodes: string[] }>('/two-factor/enable', { password }),
  disableTwoFactor: (password: string, code: string) => call('/two-factor/disable', { password, code }),
  newBackupCodes: (password: string, code: string) =>
    call<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password, code }),
};
