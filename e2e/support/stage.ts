import type { Browser } from 'playwright-core';
import { afterEach } from 'vitest';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { shared } from '../../packages/server/test/support/shared.js';
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

/** The stage of a suite, set before its first test. Every test finds the gateway open, and nothing sent. */
export function sharedStage(): Stage {
  // It may have to install Chromium and to build the library.
  const stage = shared(setStage, 600_000);
  afterEach(() => {
    const { gateway } = stage;
    gateway.release();
    gateway.isDown = false;
    gateway.sent.length = 0;
  });
  return stage;
}

async function setStage(): Promise<Stage> {
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
