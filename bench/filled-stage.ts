import { join } from 'node:path';
import { PAGES } from '../e2e/dashboard/pages.js';
import type { Places } from '../e2e/dashboard/support/demo-data.js';
import { signIn } from '../e2e/dashboard/support/session.js';
import { startChromium } from '../e2e/support/chromium.js';
import { buildDashboard } from '../packages/server/test/support/built.js';
import { PROGRAM } from './dataset.js';
import { signInOwner } from './owner.js';
import type { PageStage } from './pages.js';
import { startService } from './processes.js';
import { type Storage, withPool } from './storage.js';

/** Of the partner who is the owner as well, so that one session sees both sides. */
const PARTNER = 1;

/**
 * Chromium, and the service on a filled database. Its pages are those for people who are signed in, but for what the dataset
 * has none of.
 */
export async function openFilledStage(storage: Storage, directory: string): Promise<PageStage> {
  await withPool(storage.environment, (pool) =>
    pool.query(
      'update partners set user_id = (select user_id from workspace_members limit 1) where id = $1',
      [PARTNER],
    ),
  );
  buildDashboard();
  const browser = await startChromium();
  const service = await startService(
    storage.environment,
    join(directory, `${storage.engine}-pages.log`),
    null,
  );
  const places = await placesOf(service.url);
  const pages = PAGES.filter(({ viewer, address }) => {
    if (viewer !== 'owner' && viewer !== 'partner') return false;
    return !/undefined/.test(address(places as Places));
  });
  return {
    browser,
    pages,
    async contextOf() {
      const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
      await signIn(
        context,
        { baseUrl: service.url },
        { email: PROGRAM.ownerEmail, password: PROGRAM.ownerPassword },
      );
      return context;
    },
    urlOf: ({ address }) => service.url + address(places as Places),
    async close() {
      await browser.close();
      await service.stop();
    },
  };
}

type FoundPlaces = { readonly [Name in keyof Places]?: Places[Name] | undefined };

/** What pages are about; what the dataset has not is made here, and a kind that cannot be made is left out. */
async function placesOf(url: string): Promise<FoundPlaces> {
  const send = await signInOwner(url);
  const program = '/api/programs/1';
  const first = async (path: string): Promise<number | undefined> => (await send('GET', path)).data[0]?.id;
  const code = await send('POST', `${program}/codes`, { code: 'BENCH-1', partner_id: PARTNER });
  const webhook = await send('POST', '/api/workspaces/1/webhooks', { url: 'https://shop.test/hook' });
  const run = await send('POST', `${program}/payout-runs`, { partner_ids: [PARTNER] }).catch(() => undefined);
  return {
    workspaceId: 1,
    programId: 1,
    partnerId: PARTNER,
    customerId: await first(`${program}/customers`),
    commissionId: await first(`${program}/commissions`),
    linkId: await first(`${program}/links?partner_id=${PARTNER}`),
    codeId: code.id,
    webhookId: webhook.webhook.id,
    payoutRunId: run?.id,
    partnerPayoutId: await first('/api/partner/programs/1/payouts'),
  };
}
