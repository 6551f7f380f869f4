import type { ClientBase } from 'pg';
import { deliveryOf } from '../notifications/settings.js';

/** A partner who gets a message. */
export interface Recipient {
  readonly partnerId: number;
  /** null: nobody has an account of theirs yet. */
  readonly userId: string | null;
  /** How their account is told of messages. */
  readonly delivery: 'email' | 'app' | 'off';
  /** Why they get no email; null: they get one. */
  readonly noEmail: 'no_account' | 'emails_off' | 'no_email_server' | null;
}

/** Whose account each partner is, as `IS_OWN_PARTNER` has it, but found by index for hundreds of partners. */
const ACCOUNT = `coalesce(p.user_id, (select v.id from users v where v.email_verified and v.email = p.email))`;

/** How each of these partners gets a message: in the portal, and by email where the service has an email server. */
export async function loadAccounts(
  client: ClientBase,
  partnerIds: readonly number[],
  hasEmailServer: boolean,
): Promise<readonly Recipient[]> {
  const { rows } = await client.query<{
    partner_id: number;
    user_id: string | null;
    delivery: Recipient['delivery'];
  }>(
    `select p.id as partner_id, u.id as user_id, ${deliveryOf('partner_message', 'u.id')} as delivery
       from partners p left join users u on u.id = ${ACCOUNT}
      where p.id = any($1::bigint[]) order by p.id`,
    [partnerIds],
  );
  return rows.map(({ partner_id: partnerId, user_id: userId, delivery }) => ({
    partnerId,
    userId,
    delivery,
    noEmail: noEmailOf(userId, delivery, hasEmailServer),
  }));
}

function noEmailOf(
  userId: string | null,
  delivery: Recipient['delivery'],
  hasEmailServer: boolean,
): Recipient['noEmail'] {
  if (userId === null) return 'no_account';
  if (delivery !== 'email') return 'emails_off';
  return hasEmailServer ? null : 'no_email_server';
}
