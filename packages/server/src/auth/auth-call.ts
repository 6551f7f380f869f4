import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attempt } from '../features/security/sign-in-attempts.js';

/** Where a request for sign-in came from. */
export interface AuthCaller {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** What is known of one request while the sign-in library answers it. */
export interface AuthCall extends AuthCaller {
  /** The tokens that cookies carry, by the hashes that the sign-in library has in their place. */
  readonly tokens: Map<string, string>;
  /** Counted before the attempt is checked; a success clears them. */
  readonly attempts: Attempt[];
  /** The account concerned, once known. */
  account: { readonly email: string; readonly hadTwoFactor: boolean; readonly isSignIn: boolean } | null;
  /** Hash of the password that a sign-in began with; null for other requests. */
  credential: string | null;
}

const calls = new AsyncLocalStorage<AuthCall>();

/** Runs something with what is known of the request, for hooks of the sign-in library to find by `currentCall`. */
export function runCall<Result>(
  caller: AuthCaller,
  run: (call: AuthCall) => Promise<Result>,
): Promise<Result> {
  const call: AuthCall = { ...caller, tokens: new Map(), attempts: [], account: null, credential: null };
  return calls.run(call, () => run(call));
}

/** The request that is being answered. */
export function currentCall(): AuthCall {
  const call = calls.getStore();
  if (call === undefined) throw new Error('the sign-in library was asked outside of a request');
  return call;
}
