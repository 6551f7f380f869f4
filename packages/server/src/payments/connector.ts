import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type Change, runChange } from '../operations/change.js';
import { type CallbackResult, type ConnectorOptions, createCompletion } from './complete-connect-session.js';
import {
  actorOf,
  type ConnectSessionStatus,
  findConnectSession,
  findKeyStarter,
  readConnectSession,
  type Starter,
  sessionPlace,
  startConnectSession,
  useState,
} from './connect-sessions.js';
import type { ProviderAccount } from './provider.js';

const EXPIRES_AFTER_MS = 600_000;
const INTERVAL_SECONDS = 2;

/** What a tool needs to have a person connect their account, and to learn that they did. */
export interface Started {
  readonly authorizeUrl: string;
  readonly pollToken: string;
  readonly intervalSeconds: number;
  readonly expiresAtMs: number;
}

/** Connects workspaces with accounts of payment providers. Contract sections 4 and 7.2. */
export interface Connector {
  /** Whether the platform's credentials are configured. */
  readonly canConnect: boolean;
  /** Starts a connect session in the transaction of its audit entry. Throws `RefusedError`: `processor_connected`. */
  start(client: ClientBase, workspaceId: number, starter: Starter): Promise<Change<Started>>;
  /** Starts a connect session for the holder of an API key. Throws `RefusedError`: `processor_connected`, `api_key_unknown`. */
  startWithKey(key: { readonly id: number; readonly workspaceId: number }): Promise<Started>;
  /** The provider's page sent the person back; `sessionId`: the session they are signed in with, or null. */
  handleCallback(query: Readonly<Record<string, unknown>>, sessionId: string | null): Promise<CallbackResult>;
  /** null: no connect session has this token. */
  poll(
    pollToken: string,
  ): Promise<{ readonly status: ConnectSessionStatus; readonly accountId: string | null } | null>;
  /** Returns an account's permission to its provider, after it was disconnected or replaced here. Never rejects. */
  deauthorize(account: ProviderAccount): Promise<void>;
}

/**
 * Connects accounts through the page of the first provider that can connect any: the person returns with a state that is random, used once, and kept hashed.
 * Anyone who started in the dashboard has to return in the same browser session. An API key names no session: what it starts
 * connects an account only where there is none, and the page at the end and an email to the owners name the workspace.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const { pool, providers, baseUrl, logger, now } = options;
  const connectable = [...providers.values()].find(({ connect }) => connect !== null);
  const complete = createCompletion(options);

  const connector: Connector = {
    canConnect: connectable !== undefined,
    async start(client, workspaceId, starter) {
      if (connectable?.connect == null) throw new Error('no payment provider is configured');
      const provider = connectable.id;
      const state = randomToken();
      const pollToken = randomToken();
      const expiresAtMs = now() + EXPIRES_AFTER_MS;
      const session = { provider, workspaceId, starter, state, pollToken, expiresAtMs };
      const { entries } = await startConnectSession(client, session);
      const redirectUri = `${baseUrl}/processor/callback`;
      const url = connectable.connect.authorizeUrl({ redirectUri, state });
      return {
        answer: { authorizeUrl: url, pollToken, intervalSeconds: INTERVAL_SECONDS, expiresAtMs },
        entries,
      };
    },
    async startWithKey({ id, workspaceId }) {
      const starter = await findKeyStarter(pool, id);
      const place = sessionPlace({ workspaceId, starter });
      const by = { actor: actorOf(starter), action: 'processor.connect', place };
      return runChange(pool, by, (client) => connector.start(client, workspaceId, starter));
    },
    async handleCallback({ state, code }, sessionId) {
      const session =
        typeof state === 'string' && state !== '' ? await findConnectSession(pool, state) : null;
      if (session === null) return { kind: 'expired' };
      const { starter, workspaceId } = session;
      if (starter.kind === 'session' && starter.sessionId !== sessionId) {
        logger.warn({ workspaceId }, 'a connection was to be completed in another browser session');
        return { kind: 'other_session' };
      }
      if (!(await useState(pool, session))) return { kind: 'expired' };
      const result = await complete(session, typeof code === 'string' ? code : '');
      if (result.replaced !== null) await connector.deauthorize(result.replaced);
      return result.callback;
    },
    poll: (pollToken) => readConnectSession(pool, pollToken),
    async deauthorize({ provider, accountId }) {
      // Here the account is disconnected already; that the provider knows it too is a courtesy.
      await providers
        .get(provider)
        ?.connect?.deauthorize(accountId)
        .catch((err: unknown) =>
          logger.warn({ err, accountId }, 'the processor could not be notified of a disconnection'),
        );
    },
  };
  return connector;
}

/** 256 random bits. */
function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
