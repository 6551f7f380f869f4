import { symmetricDecrypt } from 'better-auth/crypto';
import { verifyPassword } from '../crypto/passwords.js';
import { RefusedError } from '../operations/refused-error.js';
import { currentCall } from './auth-call.js';
import {
  countAttempt,
  forgetAttempts,
  type GuardDependencies,
  type GuardedUser,
  recordFailedAttempt,
  signedInUser,
  textField,
} from './guard-context.js';
import type { HookContext } from './hook-context.js';
import { rememberCredential } from './sign-in-credential.js';
import { findTotpStep } from './totp.js';

interface StoredFactor {
  readonly secret: string;
  readonly backupCodes: string;
}

/** Before a code of the authenticator is looked at: each counts as an attempt, and is good for one time. */
export async function beforeTotp(guard: GuardDependencies, context: HookContext): Promise<void> {
  const code = textField(context, 'code');
  const user = await findUser(guard, context);
  if (user === null || code === null) return;
  await countAttempt(guard, context, 'code', user.email);
  const factor = await findFactor(context, user.id);
  if (factor === null) return;
  // A wrong code is the library's to refuse, which counts the tries of a sign-in too.
  const result = await useTotp(guard, context, { user, factor, code });
  if (result !== 'reused') return;
  await recordFailedAttempt(guard, user.email, { step: 'code', reason: 'used before' });
  throw new RefusedError('code_invalid');
}

/** Before a backup code is looked at: each counts as an attempt. The library takes it off the list, once. */
export async function beforeBackupCode(guard: GuardDependencies, context: HookContext): Promise<void> {
  const user = await findUser(guard, context);
  if (user !== null && textField(context, 'code') !== null)
    await countAttempt(guard, context, 'code', user.email);
}

/**
 * Before two-factor authentication is turned off, or gets new backup codes, which would turn it off: besides the password,
 * a code of the authenticator or a backup code. The password is looked at first, so that a wrong one does not use a code up.
 */
export async function beforeSecondFactorChange(
  guard: GuardDependencies,
  context: HookContext,
): Promise<void> {
  const password = textField(context, 'password');
  const user = await signedInUser(context);
  if (user === null || password === null) return;
  currentCall().account = {
    email: user.email,
    hadTwoFactor: user.twoFactorEnabled === true,
    isSignIn: false,
  };
  const code = textField(context, 'code')?.trim() ?? '';
  if (code === '') throw new RefusedError('field_required', 'code');
  await countAttempt(guard, context, 'session_password', user.email);
  if (user.twoFactorEnabled !== true || !(await isPassword(context, user.id, password))) return;
  // It was right, whatever the code is.
  await forgetAttempts(guard);
  await countAttempt(guard, context, 'code', user.email);
  const factor = await findFactor(context, user.id);
  if (factor === null) return;
  if ((await useTotp(guard, context, { user, factor, code })) === 'used') return;
  if ((await readBackupCodes(context, factor)).includes(code)) return;
  await recordFailedAttempt(guard, user.email, { step: 'code', action: (context.path ?? '').slice(1) });
  throw new RefusedError('code_invalid');
}

/** Whose code it is: of the person signed in, or of the sign-in that waits for one. Null: nobody's. */
async function findUser({ pool }: GuardDependencies, context: HookContext): Promise<GuardedUser | null> {
  const signedIn = await signedInUser(context);
  const user = signedIn ?? (await findWaiting(context));
  if (user !== null) {
    const hadTwoFactor = user.twoFactorEnabled === true;
    currentCall().account = { email: user.email, hadTwoFactor, isSignIn: signedIn === null };
    if (signedIn === null) await rememberCredential(pool, user.email);
  }
  return user;
}

async function findWaiting({ context, getSignedCookie }: HookContext): Promise<GuardedUser | null> {
  const { name } = context.createAuthCookie('two_factor');
  const identifier = await getSignedCookie(name, context.secret);
  if (!identifier) return null;
  const waiting = await context.internalAdapter.findVerificationValue(identifier);
  return waiting && context.internalAdapter.findUserById(waiting.value);
}

function findFactor({ context }: HookContext, userId: string): Promise<StoredFactor | null> {
  return context.adapter.findOne<StoredFactor>({
    model: 'twoFactor',
    where: [{ field: 'userId', value: userId }],
  });
}

/**
 * Uses a code of the authenticator up. Of several who send the same one at the same moment, one gets `used`; a code of the
 * same or an earlier step than the last is `reused`; `wrong` changes nothing.
 */
async function useTotp(
  { pool, now }: GuardDependencies,
  { context }: HookContext,
  given: { readonly user: GuardedUser; readonly factor: StoredFactor; readonly code: string },
): Promise<'used' | 'reused' | 'wrong'> {
  const secret = await symmetricDecrypt({ key: context.secretConfig, data: given.factor.secret });
  const step = findTotpStep(secret, given.code, now());
  if (step === null) return 'wrong';
  const { rowCount } = await pool.query(
    'update two_factors set last_used_step = $2 where user_id = $1 and coalesce(last_used_step, 0) < $2',
    [given.user.id, step],
  );
  return rowCount === 1 ? 'used' : 'reused';
}

async function readBackupCodes({ context }: HookContext, factor: StoredFactor): Promise<readonly string[]> {
  const codes = await symmetricDecrypt({ key: context.secretConfig, data: factor.backupCodes });
  return JSON.parse(codes) as string[];
}

async function isPassword({ context }: HookContext, userId: string, password: string): Promise<boolean> {
  const account = await context.internalAdapter.findCredentialAccount(userId);
  return account?.password ? verifyPassword(password, account.password) : false;
}
