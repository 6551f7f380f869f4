import type { ClientBase, Pool } from 'pg';
import { isUniqueViolation } from '../database/transaction.js';
import { type Change, changed, runChange } from '../operations/change.js';
import { isPermitted, type Role } from '../operations/permissions.js';
import {
  actorOf,
  type ConnectSession,
  type DenialReason,
  denyConnectSession,
  IS_CONNECTED,
  isConnected,
  isPendingIn,
  sessionPlace,
} from './connect-sessions.js';
import type { AccountState, ConnectedAccount, ProviderAccount } from './provider.js';
import { insertConnection } from './set-connection.js';
import { takeOverEvents } from './take-over-events.js';

/** How finishing a connect session ended: connected, in place of `replaced` where there was another, or denied. */
export type Finished =
  | { readonly denied: null; readonly replaced: ProviderAccount | null }
  | { readonly denied: DenialReason };

/**
 * Why a connect session may not connect an account now; null: it may. A key's may while the key is valid and no account is
 * connected; a person's while the person has `program:write`, whatever is connected. Contract section 7.2.
 */
export async function findDenial(
  source: Pool | ClientBase,
  { workspaceId, starter }: ConnectSession,
): Promise<DenialReason | null> {
  if (starter.kind === 'key') {
    if (!(await isKeyValid(source, starter.keyId))) return 'permission_missing';
    return (await isConnected(source, workspaceId)) ? 'already_connected' : null;
  }
  return (await mayConnect(source, workspaceId, starter.userId)) ? null : 'permission_missing';
}

async function mayConnect(source: Pool | ClientBase, workspaceId: number, userId: string): Promise<boolean> {
  const { rows } = await source.query<{ role: Role; lacks_two_factor: boolean }>(
    `select m.role, w.require_two_factor and not coalesce(u.two_factor_enabled, false) as lacks_two_factor
       from workspace_members m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
      where m.workspace_id = $1 and m.user_id = $2`,
    [workspaceId, userId],
  );
  const [member] = rows;
  return member !== undefined && !member.lacks_two_factor && isPermitted(member.role, 'program:write');
}

async function isKeyValid(source: Pool | ClientBase, keyId: number): Promise<boolean> {
  const { rows } = await source.query(
    `select 1 from api_keys k join programs p on p.id = k.program_id
      where k.id = $1 and p.archived_at is null and (k.expires_at is null or k.expires_at > now())`,
    [keyId],
  );
  return rows.length > 0;
}

/**
 * Ends a connect session well: the account is the workspace's from now on. Denied when something else became true meanwhile
 * (`findDenial`; of two at once the second sees what the first did), or when the account is another workspace's; one
 * that has disconnected it has no claim on it any more, nor has one that started to connect again and gave up.
 */
export async function finishConnectSession(
  pool: Pool,
  session: ConnectSession,
  connected: ConnectedAccount,
): Promise<Finished> {
  const by = { actor: actorOf(session.starter), action: 'processor.connected', place: sessionPlace(session) };
  let finished: Finished;
  try {
    finished = await runChange(pool, by, (client) => connectAccount(client, session, connected));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    finished = { denied: 'account_taken' };
  }
  if (finished.denied !== null) await denyConnectSession(pool, session, finished.denied);
  return finished;
}

async function connectAccount(
  client: ClientBase,
  session: ConnectSession,
  connected: ConnectedAccount,
): Promise<Change<Finished>> {
  const { id, provider, workspaceId } = session;
  const { accountId, livemode } = connected;
  const before = await lockConnection(client, session);
  const denied = await findDenial(client, session);
  if (denied !== null) return { answer: { denied }, entries: [] };
  await client.query(
    `update payment_connections set account_id = null
      where kind = 'connect' and account_id = $1 and provider = $3 and workspace_id <> $2
        and status in ('disconnected', 'not_connected') and not ${isPendingIn('payment_connections.workspace_id')}`,
    [accountId, workspaceId, provider],
  );
  await writeConnection(client, before.id, connected);
  await client.query(
    `update processor_connect_attempts set status = 'connected', account_id = $2 where id = $1`,
    [id, accountId],
  );
  await takeOverEvents(client, { id: before.id, workspaceId }, { provider, accountId });
  const replaced = replacedBy(accountId, { ...before, provider });
  return changed(
    { denied: null, replaced },
    {
      on: 'processor',
      id: workspaceId,
      before: { status: before.status, account_id: before.account_id },
      after: { status: statusOf(connected), account_id: accountId, livemode },
      ...(replaced !== null && { action: 'processor.replaced' }),
    },
  );
}

function replacedBy(
  newAccountId: string,
  {
    provider,
    account_id: accountId,
    is_connected: wasConnected,
  }: LockedConnection & { readonly provider: string },
): ProviderAccount | null {
  return wasConnected && accountId !== null && accountId !== newAccountId ? { provider, accountId } : null;
}

interface LockedConnection {
  readonly id: number;
  readonly status: string;
  readonly account_id: string | null;
  readonly is_connected: boolean;
}

/** The workspace's connection through the platform, which no other transaction changes until this one is over. */
async function lockConnection(
  client: ClientBase,
  { workspaceId, provider }: ConnectSession,
): Promise<LockedConnection> {
  await insertConnection(client, { workspaceId, provider });
  const { rows } = await client.query<LockedConnection>(
    `select id, status, account_id, ${IS_CONNECTED} as is_connected from payment_connections
      where workspace_id = $1 and provider = $2 and kind = 'connect' for update`,
    [workspaceId, provider],
  );
  if (rows[0] === undefined) throw new Error(`workspace ${workspaceId} lost its connection`);
  return rows[0];
}

function statusOf({ chargesEnabled }: AccountState): 'connected' | 'restricted' {
  return chargesEnabled ? 'connected' : 'restricted';
}

async function writeConnection(
  client: ClientBase,
  id: number,
  { accountId, livemode, ...account }: ConnectedAccount,
): Promise<void> {
  await client.query(
    `update payment_connections
        set status = $2, account_id = $3, charges_enabled = $4, payouts_enabled = $5, details_submitted = $6,
            connected_at = now(), mode = $7, reported_at_ms = (extract(epoch from now()) * 1000)::bigint - 60000
      where id = $1`,
    [
      id,
      statusOf(account),
      accountId,
      account.chargesEnabled,
      account.payoutsEnabled,
      account.detailsSubmitted,
      livemode ? 'live' : 'test',
    ],
  );
}
