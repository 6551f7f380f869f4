import type { PayoutDetails, PayoutDetailsInput } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import type { DetailsNotice, MaskedDetails } from '../../mail/payout-details.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { PARTNER_NAME } from '../branding/partner-branding.js';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';
import { checkDetails, problemOf } from './check-details.js';
import { HELD_UNTIL, IS_HELD_WHEN_SAVED } from './payee.js';
import {
  DETAILS_COLUMNS,
  type DetailsRow,
  encryptDetails,
  maskAccount,
  tryDecryptDetails,
} from './stored-details.js';

interface CurrentRow extends DetailsRow {
  readonly method: PayoutDetails['method'];
  readonly created_at: Date;
}

async function readCurrent(db: Pool | ClientBase, partnerId: number): Promise<CurrentRow | null> {
  const { rows } = await db.query<CurrentRow>(
    `select ${DETAILS_COLUMNS}, d.created_at from partner_payout_details d
      where d.partner_id = $1 and d.replaced_at is null`,
    [partnerId],
  );
  return rows[0] ?? null;
}

/** Where a partner wants to be paid; null while there are no payout details, or none that can be decrypted. */
export async function loadPayoutDetails(
  pool: Pool,
  partnerId: number,
  encryption: Encryption,
): Promise<PayoutDetails | null> {
  const row = await readCurrent(pool, partnerId);
  return row && tryDecryptDetails(partnerId, row, encryption);
}

/**
 * Adds or changes where a partner wants to be paid, for payouts created from now on. Details that are the same as before
 * change nothing (`notice` null); what no bank would accept is refused. The audit log gets the old and the new ones
 * masked. Contract 2, section 7.1.
 */
export async function writePayoutDetails(
  client: ClientBase,
  owner: PartnerScope,
  input: PayoutDetailsInput,
  encryption: Encryption,
): Promise<Change<{ readonly payout_details: PayoutDetails; readonly notice: DetailsNotice | null }>> {
  const { partnerId } = owner;
  const wanted = checkDetails(input);
  // Payout runs lock the partner too, so that each run is either before this change or after it.
  await client.query('select 1 from partners where id = $1 for no key update', [partnerId]);
  const row = await readCurrent(client, partnerId);
  const known = row && tryDecryptDetails(partnerId, row, encryption);
  if (known !== null && areSameDetails(known, wanted))
    return unchanged({ payout_details: known, notice: null });
  const isHeld = await isHeldWhenSaved(client, partnerId);
  const createdAt = await insertVersion(client, partnerId, { wanted, isHeld, encryption });
  const before = row && masked(row.method, known, row.created_at);
  const after = masked(wanted.method, wanted, createdAt);
  const notice = { ...(await readRecipient(client, owner)), programId: owner.programId, before, after };
  return changed({ payout_details: wanted, notice }, { on: 'partner', id: partnerId, before, after });
}

/** Whether these were stored before, in whatever form the account was typed then. */
function areSameDetails(stored: PayoutDetails, wanted: PayoutDetails): boolean {
  const known = problemOf(stored) === null ? checkDetails(stored) : stored;
  const fields = new Set([...Object.keys(known), ...Object.keys(wanted)]) as Set<keyof PayoutDetails>;
  return [...fields].every((field) => (known[field] ?? null) === (wanted[field] ?? null));
}

async function isHeldWhenSaved(client: ClientBase, partnerId: number): Promise<boolean> {
  const { rows } = await client.query<{ is_held: boolean }>(
    `select ${IS_HELD_WHEN_SAVED} as is_held from partners p where p.id = $1`,
    [partnerId],
  );
  return rows[0]?.is_held ?? true;
}

/** Times are of the moment, not of the transaction's beginning, which may have waited for a payout run. */
async function insertVersion(
  client: ClientBase,
  partnerId: number,
  version: { readonly wanted: PayoutDetails; readonly isHeld: boolean; readonly encryption: Encryption },
): Promise<Date> {
  await client.query(
    `update partner_payout_details set replaced_at = clock_timestamp() where partner_id = $1 and replaced_at is null`,
    [partnerId],
  );
  const { rows } = await client.query<{ created_at: Date }>(
    `insert into partner_payout_details (partner_id, method, encrypted, is_change, created_at)
     values ($1, $2, $3, $4, clock_timestamp()) returning created_at`,
    [
      partnerId,
      version.wanted.method,
      encryptDetails(partnerId, version.wanted, version.encryption),
      version.isHeld,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the payout details were not written');
  return row.created_at;
}

/** Whom to write to, and what the change means for them. */
type Recipient = Pick<DetailsNotice, 'email' | 'language' | 'workspace' | 'program' | 'heldUntil'>;

async function readRecipient(client: ClientBase, { programId, partnerId }: PartnerScope): Promise<Recipient> {
  const { rows } = await client.query<Recipient>(
    `select p.email, ${PARTNER_NAME} as workspace, g.name as program, ${HELD_UNTIL} as "heldUntil",
            coalesce((select u.language from users u where u.id = p.user_id),
                     (select u.language from users u where u.email = lower(p.email collate folding)), 'en') as language
       from partners p
       join programs g on g.id = $2
       join workspaces w on w.id = g.workspace_id
       join partner_payout_details d on d.partner_id = p.id and d.replaced_at is null
      where p.id = $1`,
    [partnerId, programId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`partner ${partnerId} is gone`);
  return row;
}

function masked(
  method: PayoutDetails['method'],
  details: PayoutDetails | null,
  changedAt: Date,
): MaskedDetails {
  return {
    payout_method: method,
    account_name: details && maskAccount(details.account_name),
    account: details && maskAccount(details.details),
    country: details?.country ?? null,
    changed_at: changedAt.toISOString(),
  };
}
