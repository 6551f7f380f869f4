import type { Browser } from 'playwright-core';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { startChromium } from './chromium.js';
import { type Gateway, startGateway } from './gateway.js';
import { type Sites, startSites } from './sites.js';

/** What the tests of a file share: the real service on an embedded database, a browser, and web sites. */
export interface Stage {
  readonly service: RunningService;
  readonly gateway: Gateway;
  readonly sites: Sites;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** May have to install Chromium and build the library: give it minutes. */
export async function setStage(): Promise<Stage> {
  builtTracker();
  const browser = await startChromium();
  const service = await startService('embedded');
  const gateway = await startGateway(service.baseUrl);
  const sites = await startSites();
  return {
    service,
    gateway,
    sites,
    browser,
    async close() {
      await browser.close();
      await sites.close();
      await gateway.close();
      await service.close();
    },
  };
}
