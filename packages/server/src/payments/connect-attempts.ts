import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { type Actor, type Change, changed, runChange } from '../operations/change.js';
import { RefusedError } from '../operations/refused-error.js';
import { IS_ABANDONED, STATUS_BEFORE } from './pending-connection.js';

export type AttemptStatus = 'pending' | 'connected' | 'denied' | 'expired';

/** Who started an attempt: a person in a browser session, or an API key of a program. */
export type Starter =
  | { readonly kind: 'session'; readonly sessionId: string; readonly userId: string; readonly email: string }
  | { readonly kind: 'key'; readonly keyId: number; readonly programId: number; readonly label: string };

/** An attempt to connect an account of a payment provider with a workspace. */
export interface Attempt {
  readonly id: number;
  /** The provider's id. */
  readonly provider: string;
  readonly workspaceId: number;
  readonly starter: Starter;
}

/** Why an attempt ended without a connection, as the audit log says it. */
export type DenialReason =
  | 'declined'
  | 'not_confirmed'
  | 'account_taken'
  | 'already_connected'
  | 'permission_missing';

/** SQL: the statuses of a connection that has an account. */
export const IS_CONNECTED = `status in ('connected', 'restricted')`;

/** What is stored of the tokens that the provider's page and the command line tool carry: enough to recognise them. */
function hashOf(token: string): string {
  return hash('sha256', token);
}

/** Whose doing an attempt is. */
export function actorOf(starter: Starter): Actor {
  return starter.kind === 'session'
    ? { userId: starter.userId, email: starter.email }
    : { userId: null, email: starter.label };
}

/** Where the audit log has what an attempt does. */
export function placeOf({ workspaceId, starter }: Pick<Attempt, 'workspaceId' | 'starter'>) {
  return { workspaceId, programId: starter.kind === 'key' ? starter.programId : null };
}

/** A key as the starter of an attempt. Throws `RefusedError` when it is gone: `api_key_unknown`. */
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
 * Starts an attempt to connect a workspace's account, which ends by itself at `expiresAtMs`. A key may only do so while
 * no account is connected, else `processor_connected`. Contract section 7.2.
 */
export async function startAttempt(
  client: ClientBase,
  attempt: Omit<Attempt, 'id'> & {
    readonly state: string;
    readonly pollToken: string;
    readonly expiresAtMs: number;
  },
): Promise<Change<null>> {
  const { workspaceId, starter, provider } = attempt;
  if (starter.kind === 'key' && (await isConnected(client, workspaceId))) {
    throw new RefusedError('processor_connected');
  }
  // That somebody set out is known from the attempts alone, so what they left behind goes with them.
  await client.query(
    `with gone as (delete from processor_connect_attempts where expires_at < now() - interval '1 day'
                   returning workspace_id)
     update processor_connections c set status = ${STATUS_BEFORE}
      where c.workspace_id in (select workspace_id from gone) and ${IS_ABANDONED}`,
  );
  const isPerson = starter.kind === 'session';
  await client.query(
    `insert into processor_connect_attempts (workspace_id, state_hash, poll_hash, expires_at, user_id, session_id,
                                             key_id, program_id, started_by, provider)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10)`,
    [
      workspaceId,
      hashOf(attempt.state),
      hashOf(attempt.pollToken),
      attempt.expiresAtMs,
      isPerson ? starter.userId : null,
      isPerson ? starter.sessionId : null,
      isPerson ? null : starter.keyId,
      isPerson ? null : starter.programId,
      actorOf(starter).email,
      provider,
    ],
  );
  // A connection that works stays as it is until another has taken its place.
  await client.query(
    `insert into processor_connections as c (workspace_id, status) values ($1, 'pending')
     on conflict (workspace_id) do update set status = 'pending' where c.status in ('not_connected', 'disconnected')`,
    [workspaceId],
  );
  return changed(null, { on: 'processor', id: workspaceId, before: null, after: null });
}

/** Whether an account is connected with a workspace at this moment. */
export async function isConnected(source: Pool | ClientBase, workspaceId: number): Promise<boolean> {
  const { rows } = await source.query(
    `select 1 from processor_connections where workspace_id = $1 and ${IS_CONNECTED}`,
    [workspaceId],
  );
  return rows.length > 0;
}

interface AttemptRow {
  readonly id: number;
  readonly provider: string;
  readonly workspace_id: number;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly key_id: number | null;
  readonly program_id: number | null;
  readonly started_by: string | null;
}

/** The attempt with this state; null: it was never given out, was used before, or is too old. */
export async function findAttempt(pool: Pool, state: string): Promise<Attempt | null> {
  const { rows } = await pool.query<AttemptRow>(
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
function starterFrom(row: AttemptRow): Starter | null {
  const label = row.started_by ?? '';
  if (row.session_id !== null && row.user_id !== null) {
    return { kind: 'session', sessionId: row.session_id, userId: row.user_id, email: label };
  }
  if (row.key_id === null || row.program_id === null) return null;
  return { kind: 'key', keyId: row.key_id, programId: row.program_id, label };
}

/** Uses up an attempt's state: of all that come with it only the first gets true. */
export async function useState(pool: Pool, { id }: Attempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update processor_connect_attempts set used_at = now()
      where id = $1 and used_at is null and expires_at > now()`,
    [id],
  );
  return rowCount === 1;
}

/** Ends an attempt without a connection. */
export async function denyAttempt(pool: Pool, attempt: Attempt, reason: DenialReason): Promise<void> {
  const by = { actor: actorOf(attempt.starter), action: 'processor.denied', place: placeOf(attempt) };
  await runChange(pool, by, async (client) => {
    await client.query(`update processor_connect_attempts set status = 'denied' where id = $1`, [attempt.id]);
    await giveUpPending(client, attempt.workspaceId);
    return changed(null, { on: 'processor', id: attempt.workspaceId, before: null, after: { reason } });
  });
}

/** How an attempt stands, for the tool that waits for it; null: there is none with this token. */
export async function readAttempt(
  pool: Pool,
  pollToken: string,
): Promise<{ readonly status: AttemptStatus; readonly accountId: string | null } | null> {
  const { rows } = await pool.query<{
    status: AttemptStatus;
    account_id: string | null;
    workspace_id: number;
    is_over: boolean;
  }>(
    `select status, account_id, workspace_id, expires_at <= now() as is_over from processor_connect_attempts
      where poll_hash = $1`,
    [hashOf(pollToken)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  if (row.status !== 'pending' || !row.is_over) return { status: row.status, accountId: row.account_id };
  await giveUpPending(pool, row.workspace_id);
  return { status: 'expired', accountId: null };
}

/** A workspace is back where it was when no attempt of it is under way any more. */
async function giveUpPending(source: Pool | ClientBase, workspaceId: number): Promise<void> {
  await source.query(
    `update processor_connections c set status = ${STATUS_BEFORE} where c.workspace_id = $1 and ${IS_ABANDONED}`,
    [workspaceId],
  );
}
