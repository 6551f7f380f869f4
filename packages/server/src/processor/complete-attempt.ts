import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Mailer } from '../mail/mailer.js';
import { accountConnectedMail } from '../mail/texts.js';
import {
  type Attempt,
  actorOf,
  type DenialReason,
  denyAttempt,
} from '../operations/processor/connect-attempts.js';
import { findOwners, type Owners } from '../operations/processor/find-owners.js';
import { type Connected, findDenial, finishAttempt } from '../operations/processor/finish-attempt.js';

/** How the person's return from the processor's page ended. `other_session`: nothing was changed. */
export type CallbackResult =
  | { readonly kind: 'connected'; readonly workspaceName: string }
  | { readonly kind: 'expired' | 'other_session' | DenialReason };

export interface CompleteOptions {
  readonly pool: Pool;
  /** The processor's API; null: there is no platform key. */
  readonly api: Stripe | null;
  /** The processor's connect pages; null: there is no platform key. */
  readonly connect: Stripe | null;
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Gives an account's permission back to the processor. Never rejects. */
  deauthorize(accountId: string): Promise<void>;
}

/**
 * Completes an attempt whose state was used up: with the code that the processor gave, or without, when the person
 * declined. Whether the attempt may still connect is asked before the code is traded, and again when it is written.
 */
export async function completeAttempt(
  options: CompleteOptions,
  attempt: Attempt,
  code: string,
): Promise<CallbackResult> {
  const { pool, logger } = options;
  const denied = code === '' ? 'declined' : await findDenial(pool, attempt);
  if (denied !== null) return deny(pool, attempt, denied);
  let connected: Connected;
  try {
    connected = await exchangeCode(options, code);
  } catch (err) {
    logger.error({ err, workspaceId: attempt.workspaceId }, 'an account could not be connected');
    return deny(pool, attempt, 'not_confirmed');
  }
  const finished = await finishAttempt(pool, attempt, connected);
  if (finished.denied !== null) return { kind: finished.denied };
  const { replacedAccountId } = finished;
  if (replacedAccountId !== null) await options.deauthorize(replacedAccountId);
  const owners = await findOwners(pool, attempt.workspaceId);
  mailOwners(options, owners, attempt, { accountId: connected.accountId, replacedAccountId });
  return { kind: 'connected', workspaceName: owners.workspaceName };
}

async function deny(pool: Pool, attempt: Attempt, reason: DenialReason): Promise<CallbackResult> {
  await denyAttempt(pool, attempt, reason);
  return { kind: reason };
}

function mailOwners(
  { mailer, baseUrl }: CompleteOptions,
  { workspaceName, emails }: Owners,
  { workspaceId, starter }: Attempt,
  accounts: { readonly accountId: string; readonly replacedAccountId: string | null },
): void {
  const connectedBy = actorOf(starter).email;
  for (const to of emails) {
    const mail = accountConnectedMail({ to, workspaceName, workspaceId, connectedBy, baseUrl, ...accounts });
    // Not waited for: a person looks at the page.
    void mailer.send(mail);
  }
}

/**
 * Trades the code for the account, and asks what the account may do. The tokens that come with it are not kept: the
 * platform's own key, with the account named, reads everything that is read.
 */
async function exchangeCode({ api, connect }: CompleteOptions, code: string): Promise<Connected> {
  if (connect === null || api === null) throw new Error('the processor is not configured');
  const token = await connect.oauth.token({ grant_type: 'authorization_code', code });
  const accountId = token.stripe_user_id;
  if (accountId === undefined) throw new Error('the processor named no account');
  const account = await api.accounts.retrieve(accountId);
  return {
    accountId,
    livemode: token.livemode === true,
    chargesEnabled: account.charges_enabled === true,
    payoutsEnabled: account.payouts_enabled === true,
    detailsSubmitted: account.details_submitted === true,
  };
}
