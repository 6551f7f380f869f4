import type { PayoutDetails, PayoutMethod } from '@svc/contract';
import { DecryptionError, type Encryption } from '../../crypto/encryption.js';
import { RefusedError } from '../../operations/refused-error.js';

/** The purpose for which `createEncryption` derives the key of payout details. */
export const PAYOUT_DETAILS_PURPOSE = 'payout details';

const SHOWN = 4;

/** Columns of `DetailsRow`, for statements over `partner_payout_details d`. */
export const DETAILS_COLUMNS = 'd.method, d.encrypted, d.account_name, d.details, d.country';

/**
 * Stored payout details. Either `encrypted` holds account name, account and country, or, in a row that was never
 * encrypted yet, the plain columns do. All null: there are none.
 */
export interface DetailsRow {
  readonly method: PayoutMethod | null;
  readonly encrypted: string | null;
  readonly account_name: string | null;
  readonly details: string | null;
  readonly country: string | null;
}

/** The encrypted form of somebody's payout details: only as theirs, and with this method, they can be decrypted. */
export function encryptDetails(partnerId: number, details: PayoutDetails, encryption: Encryption): string {
  const { method, account_name, details: account, country = null, ...bankAccount } = details;
  return encryption.encrypt(
    JSON.stringify({ account_name, details: account, country, ...bankAccount }),
    contextOf(partnerId, method),
  );
}

/** Stored payout details of a partner; null when there are none. Throws `DecryptionError`. */
export function decryptDetails(
  partnerId: number,
  { method, encrypted, account_name, details, country }: DetailsRow,
  encryption: Encryption,
): PayoutDetails | null {
  if (method === null) return null;
  if (encrypted === null)
    return { method, account_name: account_name ?? '', details: details ?? '', country };
  const account = JSON.parse(encryption.decrypt(encrypted, contextOf(partnerId, method)));
  return { method, ...(account as Omit<PayoutDetails, 'method'>) };
}

/** As `decryptDetails`, for lists: null also for what cannot be decrypted, so that the rest is still shown. */
export function tryDecryptDetails(
  partnerId: number,
  row: DetailsRow,
  encryption: Encryption,
): PayoutDetails | null {
  return decryptOr(() => null, partnerId, row, encryption);
}

/** As `decryptDetails`, where nothing may be left out: refuses what cannot be decrypted. */
export function requireDetails(
  partnerId: number,
  row: DetailsRow,
  encryption: Encryption,
): PayoutDetails | null {
  return decryptOr(
    () => {
      throw new RefusedError('payout_details_unreadable');
    },
    partnerId,
    row,
    encryption,
  );
}

function decryptOr(
  onUnreadable: () => null,
  ...parameters: Parameters<typeof decryptDetails>
): PayoutDetails | null {
  try {
    return decryptDetails(...parameters);
  } catch (error) {
    if (error instanceof DecryptionError) return onUnreadable();
    throw error;
  }
}

function contextOf(partnerId: number, method: PayoutMethod): string {
  return `partner ${partnerId}, ${method}`;
}

/** A name or account as lists, mails and the audit log show it: its last four characters, such as `…2051`. */
export function maskAccount(account: string): string {
  const characters = [...account.replaceAll(/\s/g, '')];
  return characters.length > SHOWN ? `…${characters.slice(-SHOWN).join('')}` : '…';
}
