import type { ConnectionProblem, PaymentConnectionRemoved } from '@svc/contract';
import { rescheduleWork, type WorkHandler } from '../../database/work-items.js';
import { ProviderError } from '../own-accounts.js';
import { type CatchUpContext, catchUp } from './catch-up.js';
import { type ConnectionRow, findConnection, webhookUrl } from './connection-row.js';
import { readInstance, removeMarked } from './endpoint.js';
import { type KeepContext, openAccount, repairConnection } from './keep-connection.js';
import { CONNECTION_WORK } from './write-connection.js';

const DAY_MS = 86_400_000;
const LEASE_MS = 600_000;
const RETRY_MS = 60_000;

/** What looking after connections needs. */
export type WorkContext = KeepContext & CatchUpContext;

/** Returns the handler that looks after connections: makes endpoints, asks once a day, fetches what was missed. */
export function connectionHandler(context: WorkContext): WorkHandler {
  return {
    kind: CONNECTION_WORK,
    leaseMs: LEASE_MS,
    lane: CONNECTION_WORK,
    async run(items) {
      for (const work of items) await rescheduleWork(context.pool, work, await keep(context, work.key));
    },
  };
}

/** Looks after one connection; gives when to do so again. */
async function keep(
  options: WorkContext,
  id: number,
): Promise<{ readonly pauseMs: number; readonly error: string | null }> {
  const { rows } = await options.pool.query<{ workspace_id: number }>(
    'select workspace_id from payment_connections where id = $1 and removed_at is null',
    [id],
  );
  const [found] = rows;
  const row = found === undefined ? null : await findConnection(options.pool, found.workspace_id, id);
  if (row === null) return { pauseMs: DAY_MS, error: null };
  const after = await repairConnection(options, row);
  const opened = openAccount(options, after);
  const isAmiss = after.problems.some(
    ({ code }: { code: ConnectionProblem['code'] }) => code === 'provider_unreachable',
  );
  if (isAmiss) return { pauseMs: RETRY_MS, error: 'the provider did not answer' };
  if (opened === null || after.status === 'disconnected') return { pauseMs: DAY_MS, error: null };
  try {
    await catchUp(options, after, opened.account, opened.keys);
    return { pauseMs: DAY_MS, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    options.logger.warn({ connection: id, problem: error.problem }, 'missed events could not be fetched');
    return { pauseMs: RETRY_MS, error: error.problem };
  }
}

const FIXES: Partial<Record<ProviderError['problem'], string>> = {
  key_unknown: 'The key is revoked. Remove the endpoint at the provider by hand, and the key with it.',
  key_expired: 'The key has expired. Remove the endpoint at the provider by hand, and the key with it.',
  permission_missing: 'The key may not remove endpoints. Remove it at the provider by hand.',
};
const BY_HAND = 'Remove the endpoint at the provider by hand.';

/** Removes the endpoint of a connection at its provider; returns what could not be removed. */
export async function removeEndpoints(
  context: KeepContext,
  row: ConnectionRow,
): Promise<PaymentConnectionRemoved['not_removed']> {
  const opened = openAccount(context, row);
  if (!row.is_managed) return [];
  if (opened === null) return endpointOf(row, context, 'key_unknown');
  const mark = { instance: await readInstance(context.pool), connection: String(row.id) };
  try {
    const left = await removeMarked(opened.account, mark);
    return left.map(({ id, url: at, reason }) => ({ id, url: at, reason, fix: FIXES[reason] ?? BY_HAND }));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return endpointOf(row, context, error.problem);
  }
}

/** Returns the endpoint that a connection has, as one that could not be removed. */
function endpointOf(
  row: ConnectionRow,
  { baseUrl }: Pick<KeepContext, 'baseUrl'>,
  reason: ProviderError['problem'],
): PaymentConnectionRemoved['not_removed'] {
  if (row.endpoint_id === null) return [];
  return [{ id: row.endpoint_id, url: webhookUrl(row, baseUrl), reason, fix: FIXES[reason] ?? BY_HAND }];
}
