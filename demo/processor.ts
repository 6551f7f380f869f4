import { startStandIn } from '@svc/stand-in';
import type { Config } from '../packages/server/src/service/config.js';
import { ACCOUNT, OWNER } from './cast.js';
import { findFreePort } from './free-port.js';
import type { Terminal } from './terminal.js';

const WEBHOOK_SECRET = 'whsec_of_the_demo';
const LOOK_EVERY_MS = 100;
const MOST_LOOKS = 100;

/** The local stand-in for Stripe, on its own port, with the demo workspace's account. No money moves. */
export interface DemoProcessor {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** The account's key, with which the shop creates checkouts. */
  readonly secretKey: string;
  /** The service's settings for it. Its test events count as real, because there are no others. */
  readonly settings: Config['processor'];
}

/** Chooses a free port for it, from `firstPort` on. */
export async function findProcessor({ host }: Config, firstPort: number): Promise<DemoProcessor> {
  const port = await findFreePort(host, firstPort);
  const baseUrl = `http://localhost:${port}`;
  return {
    host,
    port,
    baseUrl,
    secretKey: `sk_test_${ACCOUNT}`,
    settings: {
      secretKey: 'sk_test_platform_of_the_demo',
      clientId: 'ca_demo',
      webhookSecrets: [WEBHOOK_SECRET],
      apiBase: baseUrl,
      connectBase: baseUrl,
      testEvents: 'live',
    },
  };
}

/** Starts it, and prints the result of each of its events. It ends with the process. */
export async function serveProcessor(
  { host, port }: DemoProcessor,
  { config, terminal }: { readonly config: Config; readonly terminal: Terminal },
): Promise<void> {
  const read = createReader(config.baseUrl);
  const standIn = await startStandIn({
    host,
    port,
    livemode: false,
    webhook: {
      url: `${config.baseUrl}/webhooks/processor`,
      secret: WEBHOOK_SECRET,
      onTaken: ({ id, type }) => {
        read(id)
          .then((reason) => terminal.event('webhook', `${type}: ${reason}`))
          .catch((error: unknown) =>
            terminal.event('webhook', `${type}: ${String(error)}`, { isFine: false }),
          );
      },
    },
  });
  standIn.nextAccount = ACCOUNT;
  standIn.merchant(ACCOUNT);
}

interface EventList {
  readonly data: readonly { readonly id: string; readonly status: string; readonly reason: string }[];
}

/** Returns a function that signs in and reads the result of an event; it resolves when the event has been processed. */
function createReader(baseUrl: string): (eventId: string) => Promise<string> {
  const signInOwner = async () => {
    const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify({ email: OWNER.email, password: OWNER.password }),
    });
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    const headers = { cookie: cookie.join('; ') };
    const me = (await (await fetch(`${baseUrl}/api/me`, { headers })).json()) as {
      workspaces: readonly { readonly id: number }[];
    };
    return { headers, url: `${baseUrl}/api/workspaces/${me.workspaces[0]?.id}/processor-events` };
  };
  let signedIn: ReturnType<typeof signInOwner> | undefined;

  return async (eventId) => {
    signedIn ??= signInOwner();
    const { headers, url } = await signedIn;
    for (let looks = 1; ; looks++) {
      const { data } = (await (await fetch(url, { headers })).json()) as EventList;
      const event = data.find(({ id }) => id === eventId);
      if (event !== undefined && (event.status !== 'waiting' || looks === MOST_LOOKS)) return event.reason;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
}
