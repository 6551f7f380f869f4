import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import { accountConnectedMail } from '../mail/account-connected.js';
import type { Mailer } from '../mail/mailer.js';
import { actorOf, type ConnectSession, type DenialReason, denyConnectSession } from './connect-sessions.js';
import { findOwners, type Owners } from './find-owners.js';
import { findDenial, finishConnectSession } from './finish-connect-session.js';
import type { ConnectedAccount, ProviderAccount, Providers } from './provider.js';

/** How the person's return from the provider's page ended. `other_session`: nothing was changed. */
export type CallbackResult =
  | { readonly kind: 'connected'; readonly workspaceName: string }
  | { readonly kind: 'expired' | 'other_session' | DenialReason };

export interface ConnectorOptions {
  readonly pool: Pool;
  readonly providers: Providers;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly now: Now;
}

/** How a connect session ended, and which account it replaced: that one is to lose its permission. */
interface Completion {
  readonly callback: CallbackResult;
  readonly replaced: ProviderAccount | null;
}

/** Completes a connect session with the code that the person brought back from the provider; an empty one: they declined. */
export function createCompletion(options: ConnectorOptions) {
  const { pool, providers, logger } = options;
  return async (session: ConnectSession, code: string): Promise<Completion> => {
    const denied = code === '' ? 'declined' : await findDenial(pool, session);
    if (denied !== null) return deny(pool, session, denied);
    let connected: ConnectedAccount;
    try {
      const { connect } = providers.get(session.provider) ?? {};
      if (connect == null) throw new Error(`${session.provider} is not configured`);
      connected = await connect.exchange(code);
    } catch (err) {
      logger.error({ err, workspaceId: session.workspaceId }, 'an account could not be connected');
      return deny(pool, session, 'not_confirmed');
    }
    const finished = await finishConnectSession(pool, session, connected);
    if (finished.denied !== null) return { callback: { kind: finished.denied }, replaced: null };
    const { replaced } = finished;
    const replacedAccountId = replaced?.accountId ?? null;
    const owners = await findOwners(pool, session.workspaceId);
    mailOwners(options, owners, session, { accountId: connected.accountId, replacedAccountId });
    return { callback: { kind: 'connected', workspaceName: owners.workspaceName }, replaced };
  };
}

async function deny(pool: Pool, session: ConnectSession, reason: DenialReason): Promise<Completion> {
  await denyConnectSession(pool, session, reason);
  return { callback: { kind: reason }, replaced: null };
}

function mailOwners(
  { mailer, baseUrl }: { readonly mailer: Mailer; readonly baseUrl: string },
  { workspaceName, owners }: Owners,
  { workspaceId, starter }: ConnectSession,
  accounts: { readonly accountId: string; readonly replacedAccountId: string | null },
): void {
  const connectedBy = actorOf(starter).email;
  const about = { workspaceName, workspaceId, connectedBy, baseUrl, ...accounts };
  for (const { email, language } of owners) {
    const mail = accountConnectedMail({ to: email, language, ...about });
    // Not waited for: a person looks at the page.
    void mailer.send(mail);
  }
}
