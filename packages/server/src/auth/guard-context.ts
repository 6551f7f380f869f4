import { createHmac } from 'node:crypto';
import { type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import type { Mail, Mailer } from '../mail/mailer.js';
import type { SecurityEvent, SecurityLog } from '../operations/security/security-log.js';
import { type AttemptKind, resetAttempts, takeAttempt } from '../operations/security/sign-in-attempts.js';
import { currentCall } from './auth-call.js';

/** What a hook of the sign-in library is given. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What guarding sign-in takes. */
export interface GuardDependencies {
  readonly pool: Pool;
  readonly secret: string;
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly securityLog: SecurityLog;
}

/** An account of the sign-in library, as far as guarding it goes. */
export interface GuardedUser {
  readonly id: string;
  readonly email: string;
  readonly twoFactorEnabled?: boolean | null;
}

/** The key under which attempts on an account are counted; says nothing of the address to whoever reads the database. */
export function accountHashOf(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`account ${email.trim().toLowerCase()}`).digest('hex');
}

/** Counts an attempt on an account before it is looked at; refuses it with 429 while the account is paused. */
export async function countAttempt(
  { pool, secret }: GuardDependencies,
  kind: AttemptKind,
  email: string,
): Promise<void> {
  const attempt = await takeAttempt(pool, kind, accountHashOf(secret, email));
  currentCall().attempts.push(attempt);
}

/** Takes back what was counted of this request, because it was right. */
export async function forgetAttempts({ pool }: GuardDependencies): Promise<void> {
  const { attempts } = currentCall();
  for (const { accountHash, kind } of attempts.splice(0)) await resetAttempts(pool, accountHash, [kind]);
}

/** Writes that an attempt failed, and that the account is paused from now on, if it is. */
export async function recordFailedAttempt(
  { securityLog }: GuardDependencies,
  email: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { attempts, account, address, userAgent } = currentCall();
  const attempt = attempts.at(-1);
  if (attempt === undefined) return;
  const what = account?.isSignIn === false ? 'verification' : 'sign_in';
  const { kind, accountHash, pauseSeconds } = attempt;
  const failed = { email, kind, accountHash };
  await securityLog.recordFailure(failed, { type: `${what}.failed`, address, userAgent, data });
  if (pauseSeconds === null) return;
  const seconds = Math.round(pauseSeconds);
  const paused: SecurityEvent = { type: `${what}.paused`, address, userAgent, data: { ...data, seconds } };
  await securityLog.recordFailure(failed, paused);
}

/** Writes a change of how an account is protected, and tells its owner by email. */
export async function recordChange(
  { securityLog, mailer }: GuardDependencies,
  email: string,
  event: Pick<SecurityEvent, 'type' | 'data'>,
  mail: Mail,
): Promise<void> {
  const { address, userAgent } = currentCall();
  await securityLog.recordForAccount(email, { ...event, address, userAgent });
  // Not waited for: the change is made whether or not a mail server answers.
  void mailer.send(mail);
}

/** Who is signed in; null: nobody. */
export async function signedInUser(context: HookContext): Promise<GuardedUser | null> {
  // Prolonging is left to the endpoint, which can send the cookie.
  const found = await getSessionFromCtx<{ twoFactorEnabled?: boolean | null }>(context, {
    disableRefresh: true,
  });
  return found?.user ?? null;
}

/** A field of the body where it is text; null otherwise, which the sign-in library refuses itself. */
export function textField(context: HookContext, name: string): string | null {
  const value = (context.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}
