import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { type Actor, type Change, changed, runChange } from '../operations/change.js';
import { RefusedError } from '../operations/refused-error.js';

export type ConnectSessionStatus = 'pending' | 'connected' | 'denied' | 'expired';

/** Who started a connect session: a person in a browser session, or an API key of a program. */
export type Starter =
  | { readonly kind: 'session'; readonly sessionId: string; readonly userId: string; readonly email: string }
  | { readonly kind: 'key'; readonly keyId: number; readonly programId: number; readonly label: string };

/** A connect session: someone connects an account of a payment provider with a workspace. */
export interface ConnectSession {
  readonly id: number;
  /** The provider's id. */
  readonly provider: string;
  readonly workspaceId: number;
  readonly starter: Starter;
}

/** Why a connect session ended without a connection, as the audit log says it. */
export type DenialReason =
  | 'declined'
  | 'not_confirmed'
  | 'account_taken'
  | 'already_connected'
  | 'permission_missing';

/** SQL: the statuses of a connection that has an account. */
export const IS_CONNECTED = `status in ('connected', 'restricted')`;

/** SQL: someone has set out to connect this workspace and may still come back. A closed page sends no message. */
export const isPendingIn = (workspaceId: string) => `exists (
  select 1 from processor_connect_attempts a
   where a.workspace_id = ${workspaceId} and a.status = 'pending' and a.expires_at > now())`;

/** What is stored of the tokens that the provider's page and the command line tool carry: enough to recognise them. */
function hashOf(token: string): string {
  return hash('sha256', token);
}

/** Who acts in a connect session. */
export function actorOf(starter: Starter): Actor {
  return starter.kind === 'session'
    ? { userId: starter.userId, email: starter.email }
    : { userId: null, email: starter.label };
}

/** The workspace and program under which the audit log records a connect session. */
export function sessionPlace({ workspaceId, starter }: Pick<ConnectSession, 'workspaceId' | 'starter'>) {
  return { workspaceId, programId: starter.kind === 'key' ? starter.programId : null };
}

/** A key as the starter of a connect session. Throws `RefusedError` when it is gone: `api_key_unknown`. */
export async function findKeyStarter(pool: Pool, keyId: number): Promise<Starter> {
  const { rows } = await pool.query<{ program_id: number; name: string; hint: string }>(
    'select program_id, name, hint from api_keys where id = $1',
    [keyId],
  );
  const key = rows[0];
  if (key === undefined) throw new RefusedError('api_key_unknown');
  return { kind: 'key', keyId, programId: key.program_id, label: `API key ${key.name} (…${key.hint})` };
}

/**
 * Starts a connect session, which ends by itself at `expiresAtMs`. A key may only do so while
 * no account is connected, else `processor_connected`. Contract section 7.2.
 */
export async function startConnectSession(
  client: ClientBase,
  session: Omit<ConnectSession, 'id'> & {
    readonly state: string;
    readonly pollToken: string;
    readonly expiresAtMs: number;
  },
): Promise<Change<null>> {
  const { workspaceId, starter, provider } = session;
  if (starter.kind === 'key' && (await isConnected(client, workspaceId))) {
    throw new RefusedError('processor_connected');
  }
  await client.query(`delete from processor_connect_attempts where expires_at < now() - interval '1 day'`);
  const isPerson = starter.kind === 'session';
  await client.query(
    `insert into processor_connect_attempts (workspace_id, state_hash, poll_hash, expires_at, user_id, session_id,
                                             key_id, program_id, started_by, provider)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10)`,
    [
      workspaceId,
      hashOf(session.state),
      hashOf(session.pollToken),
      session.expiresAtMs,
      isPerson ? starter.userId : null,
      isPerson ? starter.sessionId : null,
      isPerson ? null : starter.keyId,
      isPerson ? null : starter.programId,
      actorOf(starter).email,
      provider,
    ],
  );
  return changed(null, { on: 'processor', id: workspaceId, before: null, after: null });
}

/** Whether any account is connected with a workspace at this moment. */
export async function isConnected(source: Pool | ClientBase, workspaceId: number): Promise<boolean> {
  const { rows } = await source.query(
    `select 1 from payment_connections where workspace_id = $1 and ${IS_CONNECTED}`,
    [workspaceId],
  );
  return rows.length > 0;
}

interface ConnectSessionRow {
  readonly id: number;
  readonly provider: string;
  readonly workspace_id: number;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly key_id: number | null;
  readonly program_id: number | null;
  readonly started_by: string | null;
}

/** The connect session with this state; null: it was never given out, was used before, or is too old. */
export async function findConnectSession(pool: Pool, state: string): Promise<ConnectSession | null> {
  const { rows } = await pool.query<ConnectSessionRow>(
    `select id, provider, workspace_id, user_id, session_id, key_id, program_id, started_by
       from processor_connect_attempts
      where state_hash = $1 and used_at is null and status = 'pending' and expires_at > now()`,
    [hashOf(state)],
  );
  const row = rows[0];
  const starter = row === undefined ? null : starterFrom(row);
  return row === undefined || starter === null
    ? null
    : { id: row.id, provider: row.provider, workspaceId: row.workspace_id, starter };
}

/** null: an older version of the service started it, which kept nothing about that. */
function starterFrom(row: ConnectSessionRow): Starter | null {
  const label = row.started_by ?? '';
  if (row.session_id !== null && row.user_id !== null) {
    return { kind: 'session', sessionId: row.session_id, userId: row.user_id, email: label };
  }
  if (row.key_id === null || row.program_id === null) return null;
  return { kind: 'key', keyId: row.key_id, programId: row.program_id, label };
}

/** Uses up the state of a connect session: of all that come with it only the first gets true. */
export async function useState(pool: Pool, { id }: ConnectSession): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update processor_connect_attempts set used_at = now()
      where id = $1 and used_at is null and expires_at > now()`,
    [id],
  );
  return rowCount === 1;
}

/** Ends a connect session without a connection. */
export async function denyConnectSession(
  pool: Pool,
  session: ConnectSession,
  reason: DenialReason,
): Promise<void> {
  const by = { actor: actorOf(session.starter), action: 'processor.denied', place: sessionPlace(session) };
  await runChange(pool, by, async (client) => {
    await client.query(`update processor_connect_attempts set status = 'denied' where id = $1`, [session.id]);
    return changed(null, { on: 'processor', id: session.workspaceId, before: null, after: { reason } });
  });
}

/** The status of a connect session, for the tool that waits for it; null: there is none with this token. */
export async function readConnectSession(
  pool: Pool,
  pollToken: string,
): Promise<{ readonly status: ConnectSessionStatus; readonly accountId: string | null } | null> {
  const { rows } = await pool.query<{
    status: ConnectSessionStatus;
    account_id: string | null;
    is_over: boolean;
  }>(
    `select status, account_id, expires_at <= now() as is_over from processor_connect_attempts
      where poll_hash = $1`,
    [hashOf(pollToken)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return row.status === 'pending' && row.is_over
    ? { status: 'expired', accountId: null }
    : { status: row.status, accountId: row.account_id };
}
