import { createHmac } from 'node:crypto';
import { getSessionFromCtx } from 'better-auth/api';
import type { Pool } from 'pg';
import type { Now } from '../clock.js';
import { findKnownDevice } from '../features/security/known-devices.js';
import type { SecurityEvent, SecurityLog } from '../features/security/security-log.js';
import { type AttemptKind, resetDeviceAttempts, takeAttempt } from '../features/security/sign-in-attempts.js';
import type { Mail } from '../mail/mail.js';
import type { Mailer } from '../mail/mailer.js';
import { currentCall } from './auth-call.js';
import { deviceHashes } from './devices.js';
import type { HookContext } from './hook-context.js';

/** What the guards of sign-in need. */
export interface GuardDependencies {
  readonly pool: Pool;
  readonly secret: string;
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly securityLog: SecurityLog;
  readonly now: Now;
}

/** The fields of a user that the guards need. */
export interface GuardedUser {
  readonly id: string;
  readonly email: string;
  readonly twoFactorEnabled?: boolean | null;
}

/** The key under which attempts on an account are counted; does not reveal the address to readers of the database. */
export function accountHashOf(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`account ${email.trim().toLowerCase()}`).digest('hex');
}

/**
 * Counts an attempt before it is checked; refuses it with 429 while there is a pause. Attempts from a device that the account was used
 * from before are counted for this device alone, all others together, so that strangers who guess do not keep the owner out.
 */
export async function countAttempt(
  { pool, secret }: GuardDependencies,
  context: HookContext,
  kind: AttemptKind,
  email: string,
): Promise<void> {
  const deviceHash = await findKnownDevice(pool, email, deviceHashes(context));
  const attempt = await takeAttempt(pool, { kind, accountHash: accountHashOf(secret, email), deviceHash });
  currentCall().attempts.push(attempt);
}

/** Clears the attempts counted for this request after a success. */
export async function forgetAttempts({ pool }: GuardDependencies): Promise<void> {
  const { attempts } = currentCall();
  for (const attempt of attempts.splice(0)) await resetDeviceAttempts(pool, attempt);
}

/** Records that an attempt failed, and the pause if it began one. */
export async function recordFailedAttempt(
  { securityLog }: GuardDependencies,
  email: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { attempts, account, address, userAgent } = currentCall();
  const attempt = attempts.at(-1);
  if (attempt === undefined) return;
  const what = account?.isSignIn === false ? 'verification' : 'sign_in';
  const { pauseSeconds } = attempt;
  const failed = { ...attempt, email };
  await securityLog.recordFailure(failed, { type: `${what}.failed`, address, userAgent, data });
  if (pauseSeconds === null) return;
  const seconds = Math.round(pauseSeconds);
  const paused: SecurityEvent = { type: `${what}.paused`, address, userAgent, data: { ...data, seconds } };
  await securityLog.recordFailure(failed, paused);
}

/** Records a change to the protection of an account, and notifies its owner by email. */
export async function recordChange(
  { securityLog, mailer }: GuardDependencies,
  email: string,
  event: Pick<SecurityEvent, 'type' | 'data'>,
  mail: Mail,
): Promise<void> {
  const { address, userAgent } = currentCall();
  await securityLog.recordForAccount(email, { ...event, address, userAgent });
  // Not awaited: the change takes effect whether or not an email server responds.
  void mailer.send(mail);
}

/** The signed-in user, if any. */
export async function signedInUser(context: HookContext): Promise<GuardedUser | null> {
  // The endpoint renews the session, because it can send the cookie.
  const found = await getSessionFromCtx<{ twoFactorEnabled?: boolean | null }>(context, {
    disableRefresh: true,
  });
  return found?.user ?? null;
}

/** A text field of the body; null for anything else, which the sign-in library refuses itself. */
export function textField(context: HookContext, name: string): string | null {
  const value = (context.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}
