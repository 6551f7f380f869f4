import type { PayoutMethod } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { DecryptionError, type Encryption } from '../../crypto/encryption.js';
import { isRetryable, withTransaction } from '../../database/transaction.js';
import { DETAILS_COLUMNS, type DetailsRow, decryptDetails, encryptDetails } from './stored-details.js';

const AT_ONCE = 100;
const MAX_ATTEMPTS = 6;

/** Which rows are to be encrypted: those that never were, or also those with a secret that is no longer the current one. */
export type Outdated = 'plain' | 'plain or old secret';

/** How many rows were encrypted, and how many cannot be decrypted with any secret that is configured. */
export interface EncryptedCounts {
  readonly encrypted: number;
  readonly unreadable: number;
}

interface OutdatedRow extends DetailsRow {
  readonly id: number;
  readonly partner_id: number;
  readonly method: PayoutMethod;
}

/**
 * Encrypts stored payout details with the current secret, also those of old payouts. Any number of processes may do it
 * at once, and it may end at any time: what is done stays done. A row that cannot be decrypted stays as it is.
 */
export async function encryptStoredDetails(
  pool: Pool,
  encryption: Encryption,
  { outdated, signal }: { readonly outdated: Outdated; readonly signal?: AbortSignal },
): Promise<EncryptedCounts> {
  const counts = { encrypted: 0, unreadable: 0 };
  for (let lastId: number | null = 0; lastId !== null && signal?.aborted !== true; ) {
    const batch = await encryptBatch(pool, encryption, { outdated, afterId: lastId });
    counts.encrypted += batch.encrypted;
    counts.unreadable += batch.unreadable;
    lastId = batch.lastId;
  }
  return counts;
}

type Batch = EncryptedCounts & { readonly lastId: number | null };

async function encryptBatch(
  pool: Pool,
  encryption: Encryption,
  which: { readonly outdated: Outdated; readonly afterId: number },
): Promise<Batch> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTransaction(pool, (client) => encryptOnce(client, encryption, which));
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function encryptOnce(
  client: ClientBase,
  encryption: Encryption,
  { outdated, afterId }: { readonly outdated: Outdated; readonly afterId: number },
): Promise<Batch> {
  // Processes take turns at each row, in one order; who comes second finds it done.
  const { rows } = await client.query<OutdatedRow>(
    `select d.id, d.partner_id, ${DETAILS_COLUMNS} from partner_payout_details d
      where d.id > $1 and (d.encrypted is null or $2 and not starts_with(d.encrypted, $3))
      order by d.id limit $4 for update`,
    [afterId, outdated === 'plain or old secret', encryption.prefix, AT_ONCE],
  );
  const encrypted = rows.flatMap((row) => {
    const text = encryptAgain(row, encryption);
    return text === null ? [] : [{ id: row.id, text }];
  });
  await client.query(
    `update partner_payout_details d set encrypted = n.text, account_name = null, details = null, country = null
       from unnest($1::bigint[], $2::text[]) as n (id, text) where d.id = n.id`,
    [encrypted.map(({ id }) => id), encrypted.map(({ text }) => text)],
  );
  return {
    encrypted: encrypted.length,
    unreadable: rows.length - encrypted.length,
    lastId: rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null),
  };
}

/** Null where no secret that is configured decrypts it. */
function encryptAgain(row: OutdatedRow, encryption: Encryption): string | null {
  try {
    const details = decryptDetails(row.partner_id, row, encryption);
    return details && encryptDetails(row.partner_id, details, encryption);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
