import type { AccountReport, ProviderEvent } from '../../../payments/provider.js';

/** What an event says of the connected account itself; null when it is about something else. Contract section 4. */
export function translateAccount({ type, object }: ProviderEvent): AccountReport | null {
  if (type === 'account.application.deauthorized') return { kind: 'disconnected' };
  if (type !== 'account.updated' || object === null) return null;
  return {
    kind: 'updated',
    chargesEnabled: object.charges_enabled === true,
    payoutsEnabled: object.payouts_enabled === true,
    detailsSubmitted: object.details_submitted === true,
  };
}
