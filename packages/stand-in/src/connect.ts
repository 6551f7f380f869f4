import type { Answer, Asked } from './answer.js';
import { type Json, newId } from './objects.js';

/** State of the connect pages. */
export interface ConnectState {
  /** What the next person does: allows access to this account, or (null) refuses. */
  readonly nextAccount: string | null;
  readonly livemode: boolean;
  /** Accounts by the code that has not been exchanged yet. */
  readonly codes: Map<string, string>;
  connect(account: string): void;
  deauthorize(account: string): void;
}

/** Answers the connect pages and the exchange of a code for an account; null for other requests. */
export function answerConnect(state: ConnectState, { method, url, form }: Asked): Answer | null {
  const { codes, livemode, nextAccount } = state;
  if (url.pathname === '/oauth/authorize') {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    if (nextAccount === null) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user denied your request');
    } else {
      const code = newId('ac');
      codes.set(code, nextAccount);
      back.searchParams.set('code', code);
    }
    return { redirect: back.href };
  }
  if (method === 'POST' && url.pathname === '/oauth/token') {
    const code = form.get('code') ?? '';
    const account = codes.get(code);
    codes.delete(code);
    if (account === undefined) return { status: 400, json: oauthError('Authorization code does not exist') };
    state.connect(account);
    const token = { livemode, scope: 'read_write', token_type: 'bearer', refresh_token: newId('rt') };
    return { json: { stripe_user_id: account, ...token } };
  }
  if (method !== 'POST' || url.pathname !== '/oauth/deauthorize') return null;
  const account = form.get('stripe_user_id') ?? '';
  state.deauthorize(account);
  return { json: { stripe_user_id: account } };
}

function oauthError(description: string): Json {
  return { error: 'invalid_grant', error_description: description };
}
