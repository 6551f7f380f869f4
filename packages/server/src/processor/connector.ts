import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  type AttemptStatus,
  beginAttempt,
  type Connected,
  denyAttempt,
  finishAttempt,
  readAttempt,
  useState,
} from '../operations/processor/connect-attempts.js';
import { disconnectWorkspace } from '../operations/processor/update-connection.js';
import { authorizeUrl, type ClientSettings, createClient } from './client.js';

const EXPIRES_AFTER_MS = 600_000;
const INTERVAL_SECONDS = 2;

/** What a tool needs to have a person connect their account, and to learn that they did. */
export interface Begun {
  readonly authorizeUrl: string;
  readonly pollToken: string;
  readonly intervalSeconds: number;
  readonly expiresAtMs: number;
}

/** How the person's way through the processor's page ended. */
export type Ending = 'connected' | 'denied' | 'stale' | 'taken' | 'failed';

/** Connects workspaces with accounts of the processor. Contract section 4. */
export interface Connector {
  /** Whether the platform's credentials are configured. */
  readonly canConnect: boolean;
  /** null: the platform's credentials are not configured. */
  begin(workspaceId: number): Promise<Begun | null>;
  /** The processor's page sent the person back. */
  comeBack(query: Readonly<Record<string, unknown>>): Promise<Ending>;
  /** null: no attempt has this token. */
  poll(
    pollToken: string,
  ): Promise<{ readonly status: AttemptStatus; readonly accountId: string | null } | null>;
  /** Ends a workspace's connection here and at the processor; false when there was none. */
  disconnect(workspaceId: number): Promise<boolean>;
}

export interface ConnectorOptions {
  readonly pool: Pool;
  readonly settings: ClientSettings;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  readonly logger: Logger;
}

/** Makes the way through the processor's page: the person comes back with a state that is random, used once, and kept hashed. */
export function createConnector(options: ConnectorOptions): Connector {
  const { pool, settings, baseUrl, logger } = options;
  const api = createClient(settings, 'api');
  const connect = createClient(settings, 'connect');

  return {
    canConnect: connect !== null && settings.clientId !== null,
    async begin(workspaceId) {
      const { clientId } = settings;
      if (connect === null || clientId === null) return null;
      const state = randomToken();
      const pollToken = randomToken();
      const expiresAtMs = Date.now() + EXPIRES_AFTER_MS;
      await beginAttempt(pool, { workspaceId, state, pollToken, expiresAtMs });
      const back = { clientId, redirectUri: `${baseUrl}/processor/callback`, state };
      const url = authorizeUrl(settings, back);
      return { authorizeUrl: url, pollToken, intervalSeconds: INTERVAL_SECONDS, expiresAtMs };
    },
    async comeBack({ state, code }) {
      const attempt = typeof state === 'string' && state !== '' ? await useState(pool, state) : null;
      if (attempt === null) return 'stale';
      if (typeof code !== 'string' || code === '') {
        await denyAttempt(pool, attempt);
        return 'denied';
      }
      let connected: Connected;
      try {
        connected = await exchange(code);
      } catch (err) {
        logger.error({ err, workspaceId: attempt.workspaceId }, 'an account could not be connected');
        await denyAttempt(pool, attempt);
        return 'failed';
      }
      return (await finishAttempt(pool, attempt, connected)) ? 'connected' : 'taken';
    },
    poll: (pollToken) => readAttempt(pool, pollToken),
    async disconnect(workspaceId) {
      const accountId = await disconnectWorkspace(pool, workspaceId, Date.now());
      if (accountId === null) return false;
      if (connect !== null && settings.clientId !== null) {
        // Here the account is disconnected already; that the processor knows it too is a courtesy.
        await connect.oauth
          .deauthorize({ client_id: settings.clientId, stripe_user_id: accountId })
          .catch((err: unknown) =>
            logger.warn({ err, workspaceId }, 'the processor was not told of a disconnection'),
          );
      }
      return true;
    },
  };

  /**
   * Trades the code for the account, and asks what the account may do. The tokens that come with it are not kept: the
   * platform's own key, with the account named, reads everything that is read.
   */
  async function exchange(code: string): Promise<Connected> {
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
}

/** 256 random bits. */
function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
