import type { PayoutItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPayout } from './load-payouts.js';

/** One payout of a program. */
interface PayoutKey {
  readonly programId: number;
  readonly payoutId: number;
  readonly encryption: Encryption;
}

/** An open payout of a program, locked until the transaction ends, or a refusal. */
export async function lockOpenPayout(client: ClientBase, key: PayoutKey): Promise<PayoutItem> {
  await client.query('select 1 from payouts where id = $1 for update', [key.payoutId]);
  const payout = await findPayout(client, key);
  if (payout === null) throw new RefusedError('not_found');
  if (payout.status !== 'open') throw new RefusedError('payout_status', payout.status);
  return payout;
}
