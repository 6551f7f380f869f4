import type { ProviderConnect } from '../../payments/provider.js';
import { type ClientSettings, createClient } from './client.js';

const CONNECT_BASE = 'https://connect.stripe.com';

/** Connects accounts by Connect OAuth; null without the platform's key or client id. */
export function createConnect(settings: ClientSettings): ProviderConnect | null {
  const { clientId, connectScope = 'read_write' } = settings;
  const api = createClient(settings, 'api');
  const connect = createClient(settings, 'connect');
  if (api === null || connect === null || clientId === null) return null;
  return {
    // Built here, because the client forgets ports.
    authorizeUrl({ redirectUri, state }) {
      const url = new URL(`${settings.connectBase ?? CONNECT_BASE}/oauth/authorize`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: connectScope,
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },
    // The tokens that come with the account are not kept: the platform's own key, with the account named, reads everything
    // that is read.
    async exchange(code) {
      const token = await (await connect()).oauth.token({ grant_type: 'authorization_code', code });
      const accountId = token.stripe_user_id;
      if (accountId === undefined) throw new Error('Stripe named no account');
      const account = await (await api()).accounts.retrieve(accountId);
      return {
        accountId,
        livemode: token.livemode === true,
        chargesEnabled: account.charges_enabled === true,
        payoutsEnabled: account.payouts_enabled === true,
        detailsSubmitted: account.details_submitted === true,
      };
    },
    async deauthorize(accountId) {
      await (await connect()).oauth.deauthorize({ client_id: clientId, stripe_user_id: accountId });
    },
  };
}
