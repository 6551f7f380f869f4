import { once } from 'node:events';
import { createServer } from 'node:http';
import { createShop } from '../examples/shop/shop.js';
import type { Config } from '../packages/server/src/service/config.js';
import { TIDYDESK } from './cast.js';
import { findFreePort } from './free-port.js';
import type { DemoProcessor } from './processor.js';
import type { Terminal } from './terminal.js';

const REFERRAL_PATH = '/?aff=maria';

/** The address of the demo shop, whose port, and therefore origin, differs from the service's. */
export interface DemoShop {
  readonly port: number;
  readonly origin: string;
  /** A partner's link to the shop. */
  readonly referralLink: string;
}

/** Chooses a free port for the shop. */
export async function findShop({ host, port: servicePort }: Config): Promise<DemoShop> {
  const port = await findFreePort(host, servicePort + 1);
  const origin = `http://localhost:${port}`;
  return { port, origin, referralLink: origin + REFERRAL_PATH };
}

/** Serves `examples/shop`, and prints each request that its server sends to the service. It ends with the process. */
export async function serveShop(
  shop: DemoShop,
  options: {
    readonly config: Config;
    readonly programId: number;
    readonly processor: DemoProcessor;
    readonly terminal: Terminal;
  },
): Promise<void> {
  const { config, programId, processor, terminal } = options;
  const app = createShop({
    apiKey: TIDYDESK.apiToken,
    baseUrl: config.baseUrl,
    programId,
    referralPath: REFERRAL_PATH,
    card: { secretKey: processor.secretKey, apiBase: processor.baseUrl, origin: shop.origin },
    onEntry({ event, meaning, isFine }) {
      // Clicks come from the page, and are followed at the service.
      if (event !== 'click') terminal.event(event, meaning, { isFine });
    },
  });
  const server = createServer(app).listen(shop.port, config.host);
  await once(server, 'listening');
}
