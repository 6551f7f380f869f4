import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type Change, runChange } from '../operations/audit/change.js';
import {
  type AttemptStatus,
  actorOf,
  findAttempt,
  findKeyStarter,
  placeOf,
  readAttempt,
  type Starter,
  startAttempt,
  useState,
} from '../operations/processor/connect-attempts.js';
import { authorizeUrl, createClient } from './client.js';
import { type CallbackResult, type ConnectorOptions, createCompletion } from './complete-attempt.js';

const EXPIRES_AFTER_MS = 600_000;
const INTERVAL_SECONDS = 2;

/** What a tool needs to have a person connect their account, and to learn that they did. */
export interface Started {
  readonly authorizeUrl: string;
  readonly pollToken: string;
  readonly intervalSeconds: number;
  readonly expiresAtMs: number;
}

/** Connects workspaces with accounts of the processor. Contract sections 4 and 7.2. */
export interface Connector {
  /** Whether the platform's credentials are configured. */
  readonly canConnect: boolean;
  /** Starts an attempt in the transaction of its audit entry. Throws `RefusedError`: `processor_connected`. */
  start(client: ClientBase, workspaceId: number, starter: Starter): Promise<Change<Started>>;
  /** Starts an attempt for the holder of an API key. Throws `RefusedError`: `processor_connected`, `api_key_unknown`. */
  startWithKey(key: { readonly id: number; readonly workspaceId: number }): Promise<Started>;
  /** The processor's page sent the person back; `sessionId`: the session they are signed in with, or null. */
  handleCallback(query: Readonly<Record<string, unknown>>, sessionId: string | null): Promise<CallbackResult>;
  /** null: no attempt has this token. */
  poll(
    pollToken: string,
  ): Promise<{ readonly status: AttemptStatus; readonly accountId: string | null } | null>;
  /** Gives an account's permission back to the processor, after it was disconnected or replaced here. Never rejects. */
  deauthorize(accountId: string): Promise<void>;
}

/**
 * Connects accounts through the processor's page: the person returns with a state that is random, used once, and kept hashed.
 * Anyone who started in the dashboard has to return in the same browser session. An API key names no session: what it starts
 * connects an account only where there is none, and the page at the end and an email to the owners name the workspace.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const { pool, settings, baseUrl, logger } = options;
  const connect = createClient(settings, 'connect');
  const { clientId } = settings;
  const complete = createCompletion(options);

  const connector: Connector = {
    canConnect: connect !== null && clientId !== null,
    async start(client, workspaceId, starter) {
      if (clientId === null) throw new Error('the processor is not configured');
      const state = randomToken();
      const pollToken = randomToken();
      const expiresAtMs = Date.now() + EXPIRES_AFTER_MS;
      const { entries } = await startAttempt(client, { workspaceId, starter, state, pollToken, expiresAtMs });
      const redirectUri = `${baseUrl}/processor/callback`;
      const url = authorizeUrl(settings, { clientId, redirectUri, state });
      return {
        answer: { authorizeUrl: url, pollToken, intervalSeconds: INTERVAL_SECONDS, expiresAtMs },
        entries,
      };
    },
    async startWithKey({ id, workspaceId }) {
      const starter = await findKeyStarter(pool, id);
      const place = placeOf({ workspaceId, starter });
      const by = { actor: actorOf(starter), action: 'processor.connect', place };
      return runChange(pool, by, (client) => connector.start(client, workspaceId, starter));
    },
    async handleCallback({ state, code }, sessionId) {
      const attempt = typeof state === 'string' && state !== '' ? await findAttempt(pool, state) : null;
      if (attempt === null) return { kind: 'expired' };
      const { starter, workspaceId } = attempt;
      if (starter.kind === 'session' && starter.sessionId !== sessionId) {
        logger.warn({ workspaceId }, 'a connection was to be completed in another browser session');
        return { kind: 'other_session' };
      }
      if (!(await useState(pool, attempt))) return { kind: 'expired' };
      const result = await complete(attempt, typeof code === 'string' ? code : '');
      if (result.replacedAccountId !== null) await connector.deauthorize(result.replacedAccountId);
      return result.callback;
    },
    poll: (pollToken) => readAttempt(pool, pollToken),
    async deauthorize(accountId) {
      if (connect === null || clientId === null) return;
      // Here the account is disconnected already; that the processor knows it too is a courtesy.
      await connect.oauth
        .deauthorize({ client_id: clientId, stripe_user_id: accountId })
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
