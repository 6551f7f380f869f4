import type { Pool } from 'pg';
import type { Logger } from 'pino';
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
import { type ClientSettings, createClient } from './client.js';

/** How the person's return from the processor's page ended. `other_session`: nothing was changed. */
export type CallbackResult =
  | { readonly kind: 'connected'; readonly workspaceName: string }
  | { readonly kind: 'expired' | 'other_session' | DenialReason };

export interface ConnectorOptions {
  readonly pool: Pool;
  readonly settings: ClientSettings;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

/** How an attempt ended, and which account it replaced: that one is to lose its permission. */
interface Completion {
  readonly callback: CallbackResult;
  readonly replacedAccountId: string | null;
}

/** Completes an attempt with the code that the person brought back from the processor; an empty one: they declined. */
export function createCompletion(options: ConnectorOptions) {
  const { pool, logger } = options;
  const exchange = createExchange(options);
  return async (attempt: Attempt, code: string): Promise<Completion> => {
    const denied = code === '' ? 'declined' : await findDenial(pool, attempt);
    if (denied !== null) return deny(pool, attempt, denied);
    let connected: Connected;
    try {
      connected = await exchange(code);
    } catch (err) {
      logger.error({ err, workspaceId: attempt.workspaceId }, 'an account could not be connected');
      return deny(pool, attempt, 'not_confirmed');
    }
    const finished = await finishAttempt(pool, attempt, connected);
    if (finished.denied !== null) return { callback: { kind: finished.denied }, replacedAccountId: null };
    const { replacedAccountId } = finished;
    const owners = await findOwners(pool, attempt.workspaceId);
    mailOwners(options, owners, attempt, { accountId: connected.accountId, replacedAccountId });
    return { callback: { kind: 'connected', workspaceName: owners.workspaceName }, replacedAccountId };
  };
}

async function deny(pool: Pool, attempt: Attempt, reason: DenialReason): Promise<Completion> {
  await denyAttempt(pool, attempt, reason);
  return { callback: { kind: reason }, replacedAccountId: null };
}

function mailOwners(
  { mailer, baseUrl }: { readonly mailer: Mailer; readonly baseUrl: string },
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
function createExchange({ settings }: Pick<ConnectorOptions, 'settings'>) {
  const api = createClient(settings, 'api');
  const connect = createClient(settings, 'connect');
  return async (code: string): Promise<Connected> => {
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
  };
}
