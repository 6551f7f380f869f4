import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { findPasswordFault } from '../crypto/password-rules.js';
import { languageOf } from '../features/people/language-of.js';
import { rememberDevice } from '../features/security/known-devices.js';
import { resetAttempts, takePasswordEmail } from '../features/security/sign-in-attempts.js';
import {
  newDeviceMail,
  passwordChangedMail,
  type SecurityMail,
  twoFactorMail,
} from '../mail/security-texts.js';
import { RefusedError } from '../operations/refused-error.js';
import { emailType } from '../operations/value-types.js';
import { currentCall } from './auth-call.js';
import { assignDevice } from './devices.js';
import {
  accountHashOf,
  countAttempt,
  forgetAttempts,
  type GuardDependencies,
  recordChange,
  recordFailedAttempt,
  signedInUser,
  textField,
} from './guard-context.js';
import type { HookContext } from './hook-context.js';
import { beforeBackupCode, beforeSecondFactorChange, beforeTotp } from './second-factor.js';
import { rememberCredential } from './sign-in-credential.js';

type Before = (guard: GuardDependencies, context: HookContext) => Promise<unknown>;
type After = (guard: GuardDependencies, context: HookContext, email: string) => Promise<void>;

/** Checks that run before the sign-in library. A returned value is sent as the response. */
const BEFORE: Readonly<Record<string, Before>> = {
  '/sign-in/email': beforeSignIn,
  '/change-password': beforeChangePassword,
  '/reset-password': beforeResetPassword,
  '/request-password-reset': beforePasswordEmail,
  '/two-factor/enable': beforePassword,
  '/two-factor/generate-backup-codes': beforeSecondFactorChange,
  '/two-factor/disable': beforeSecondFactorChange,
  '/two-factor/verify-totp': beforeTotp,
  '/two-factor/verify-backup-code': beforeBackupCode,
};

/** What to record after the sign-in library has succeeded. */
const AFTER: Readonly<Record<string, After>> = {
  '/sign-in/email': (guard, context) => recordSignIn(guard, context, 'password'),
  '/two-factor/verify-totp': afterTotp,
  '/two-factor/verify-backup-code': (guard, context) => recordSignIn(guard, context, 'backup_code'),
  '/change-password': async (guard, _context, email) =>
    recordChange(guard, email, { type: 'password.changed' }, passwordChangedMail(await mailTo(guard, email))),
  '/two-factor/disable': afterDisable,
  '/two-factor/generate-backup-codes': (guard, _context, email) =>
    recordTwoFactor(guard, email, 'backup_codes.created'),
};

/**
 * The limits on guessing, the rules for passwords and codes, and the security log, around the sign-in library. Has to be
 * the last of its plugins, so that it sees whether a sign-in still waits for a code. Contract, second part, 7.2.
 */
export function guardSignIn(guard: GuardDependencies): BetterAuthPlugin {
  const matcher = () => true;
  const before = createAuthMiddleware((context) => BEFORE[pathOf(context)]?.(guard, context) ?? nothing());
  const after = createAuthMiddleware((context) => finish(guard, context));
  return {
    id: 'svc-guards',
    hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
  };
}

/** After a password reset by email: its limits start over, because the person who reads the emails owns the account. */
export async function afterPasswordReset(guard: GuardDependencies, email: string): Promise<void> {
  await resetAttempts(guard.pool, accountHashOf(guard.secret, email), ['password', 'session_password']);
  await recordChange(
    guard,
    email,
    { type: 'password.reset' },
    passwordChangedMail(await mailTo(guard, email)),
  );
}

async function nothing(): Promise<undefined> {
  return undefined;
}

function pathOf(context: HookContext): string {
  return context.path ?? '';
}

async function finish(guard: GuardDependencies, context: HookContext): Promise<void> {
  const { account } = currentCall();
  if (account === null) return;
  const path = pathOf(context);
  const { returned } = context.context;
  if (isAPIError(returned)) {
    if (isWrongGuess(returned)) await recordFailedAttempt(guard, account.email, failureOf(path));
    return;
  }
  await forgetAttempts(guard);
  await AFTER[path]?.(guard, context, account.email);
}

/** Whether the library refused a password or code, and not, say, a missing field. */
function isWrongGuess({
  body,
  statusCode,
}: {
  body?: { code?: string } | undefined;
  statusCode: number;
}): boolean {
  return statusCode === 401 || body?.code === 'INVALID_PASSWORD';
}

const STEPS: Readonly<Record<string, string>> = {
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'backup_code',
};

function failureOf(path: string): Record<string, unknown> {
  const step = STEPS[path] ?? 'password';
  return currentCall().account?.isSignIn === false ? { step, action: path.slice(1) } : { step };
}

async function beforeSignIn(guard: GuardDependencies, context: HookContext): Promise<void> {
  const email = accountField(context);
  if (email === null || textField(context, 'password') === null) return;
  currentCall().account = { email, hadTwoFactor: false, isSignIn: true };
  await countAttempt(guard, context, 'password', email);
  await rememberCredential(guard.pool, email);
}

/** The email address if it is valid; null otherwise, and the library responds with the error. */
function accountField(context: HookContext): string | null {
  return emailType.parse(textField(context, 'email')) ?? null;
}

/** Limits guesses at the current password of a signed-in user. */
async function beforePassword(guard: GuardDependencies, context: HookContext): Promise<void> {
  const user = await signedInUser(context);
  const given = textField(context, 'password') ?? textField(context, 'currentPassword');
  if (user === null || given === null) return;
  currentCall().account = {
    email: user.email,
    hadTwoFactor: user.twoFactorEnabled === true,
    isSignIn: false,
  };
  await countAttempt(guard, context, 'session_password', user.email);
}

async function beforeChangePassword(guard: GuardDependencies, context: HookContext): Promise<void> {
  const user = await signedInUser(context);
  if (user === null) return;
  await requireUsablePassword(textField(context, 'newPassword'), user.email);
  await beforePassword(guard, context);
}

async function beforeResetPassword(_guard: GuardDependencies, context: HookContext): Promise<void> {
  const token = textField(context, 'token') ?? (context.query as { token?: unknown } | undefined)?.token;
  const { internalAdapter } = context.context;
  const found =
    typeof token === 'string' ? await internalAdapter.findVerificationValue(`reset-password:${token}`) : null;
  const user = found && (await internalAdapter.findUserById(found.value));
  await requireUsablePassword(textField(context, 'newPassword'), user?.email ?? '');
}

async function requireUsablePassword(password: string | null, email: string): Promise<void> {
  const fault = password === null ? null : await findPasswordFault(password, email);
  if (fault !== null) throw new RefusedError(fault, 'newPassword');
}

/** The response in every case, so that it does not reveal whether an account or a limit exists. */
const EMAIL_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

async function beforePasswordEmail(guard: GuardDependencies, context: HookContext): Promise<unknown> {
  const email = accountField(context);
  if (email === null) return undefined;
  const isWithin = await takePasswordEmail(guard.pool, accountHashOf(guard.secret, email));
  return isWithin ? undefined : EMAIL_REQUESTED;
}

async function afterTotp(guard: GuardDependencies, context: HookContext, email: string): Promise<void> {
  const { account } = currentCall();
  if (account?.isSignIn) return recordSignIn(guard, context, 'totp');
  if (account?.hadTwoFactor !== false) return;
  await endOtherSessions(guard, context);
  await recordTwoFactor(guard, email, 'two_factor.enabled');
}

/** Ends the sessions that began without the second factor. The library has replaced that of the caller by a new one. */
async function endOtherSessions({ pool }: GuardDependencies, { context }: HookContext): Promise<void> {
  const { newSession } = context;
  if (!newSession) return;
  const { id, userId } = newSession.session;
  await pool.query('delete from sessions where user_id = $1 and id <> $2', [userId, id]);
}

async function afterDisable(guard: GuardDependencies, _context: HookContext, email: string): Promise<void> {
  // Devices were trusted for this second factor, not for the next one.
  await guard.pool.query('delete from verifications where value = (select id from users where email = $1)', [
    email,
  ]);
  if (currentCall().account?.hadTwoFactor) await recordTwoFactor(guard, email, 'two_factor.disabled');
}

/** Records a sign-in, unless a code is still required; notifies the owner if the device is new. */
async function recordSignIn(guard: GuardDependencies, context: HookContext, method: string): Promise<void> {
  const signedIn = context.context.newSession;
  const { account, address, userAgent } = currentCall();
  if (!signedIn || account?.isSignIn === false) return;
  const { id, email } = signedIn.user;
  const { isNew } = await rememberDevice(guard.pool, id, assignDevice(context));
  const event = {
    type: 'sign_in.succeeded',
    address,
    userAgent,
    data: { method, new_device: isNew },
  } as const;
  await guard.securityLog.recordForAccount(email, event);
  if (isNew) void guard.mailer.send(newDeviceMail(await mailTo(guard, email)));
}

type TwoFactorChange = 'two_factor.enabled' | 'two_factor.disabled' | 'backup_codes.created';

async function recordTwoFactor(
  guard: GuardDependencies,
  email: string,
  type: TwoFactorChange,
): Promise<void> {
  await recordChange(guard, email, { type }, twoFactorMail(await mailTo(guard, email), type));
}

async function mailTo({ pool, baseUrl, now }: GuardDependencies, to: string): Promise<SecurityMail> {
  const { address, userAgent } = currentCall();
  return { to, language: await languageOf(pool, to), baseUrl, address, userAgent, at: new Date(now()) };
}
