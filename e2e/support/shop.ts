import type { Cookie, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import {
  type ProgramOverrides,
  type SeededProgram,
  seedLink,
  seedProgram,
  uniqueName,
} from '../../packages/server/test/support/seed.js';
import type { Stage } from './stage.js';

export interface ShopOptions extends Pick<ProgramOverrides, 'cookieWindowDays'> {
  /** Where the shop is; the first is its main one. One host of its own under example.test unless said otherwise. */
  readonly hosts?: readonly string[];
  readonly scheme?: 'http' | 'https';
  /** The HTML of all pages, from the script's tag and the program; the tag alone unless said otherwise. */
  readonly html?: (tag: string, programId: number) => string;
  /** More attributes of the tag. */
  readonly attributes?: string;
  /** `false`: the program does not allow the shop's origins. */
  readonly isAllowed?: boolean;
}

export interface StoredClick {
  readonly affiliate_url: string;
  readonly referrer: string | null;
  readonly link_id: number;
  readonly click_id: string;
}

export interface StoredCustomer {
  readonly customer_key: string | null;
  readonly email: string | null;
  readonly status: string;
  /** The click it is attributed to. */
  readonly click_id: string | null;
}

/** A shop that tracks with `svc-tracker.js`, and a visitor who has never been there. */
export interface Shop {
  readonly program: SeededProgram;
  readonly page: Page;
  /** What the page's own scripts printed, threw or rejected; the browser's own complaints are not among it. */
  readonly noise: string[];
  /** Where a path of the shop is. */
  url(path?: string, host?: string): string;
  /** Opens a path, and waits for what the tracker does there. */
  visit(path?: string, host?: string): Promise<void>;
  /** Waits for a click that is under way on the page. */
  settled(): Promise<void>;
  /** Evaluates an expression on the page. */
  run<Result>(expression: string): Promise<Result>;
  /** Another link of the program's partner: the value of its `aff`. */
  newLink(): Promise<string>;
  clicks(): Promise<StoredClick[]>;
  customers(): Promise<StoredCustomer[]>;
  /** The cookies whose names begin with svc_. */
  cookies(): Promise<Record<string, Cookie>>;
}

/** Opens a shop of the test's own; the visitor leaves with the test. */
export async function openShop(stage: Stage, options: ShopOptions = {}): Promise<Shop> {
  const { sites, gateway, service } = stage;
  const { pool } = service;
  const { hosts = [`${uniqueName('shop')}.example.test`], scheme = 'http', html = (tag) => tag } = options;
  const origins = hosts.map((host) => sites.originOf(host, scheme));
  const program = await seedProgram(pool, {
    ...(options.cookieWindowDays && { cookieWindowDays: options.cookieWindowDays }),
    origins: options.isAllowed === false ? ['https://elsewhere.test'] : origins,
  });
  const src = `${gateway.baseUrl}/js/svc-tracker.js`;
  const tag = `<script src="${src}" data-svc-program-id="${program.programId}" ${options.attributes ?? ''}></script>`;
  for (const host of hosts) sites.show(host, html(tag, program.programId));
  const { page, noise } = await newVisitor(stage);
  const shop: Shop = {
    program,
    page,
    noise,
    url: (path = '/', host = hosts[0] ?? '') => sites.originOf(host, scheme) + path,
    async visit(path, host) {
      await page.goto(shop.url(path, host));
      await shop.settled();
    },
    // Without a key nothing is sent, but what is under way is waited for.
    settled: () => page.evaluate(`svc.signup('')`),
    run: (expression) => page.evaluate(expression),
    async newLink() {
      const { workspaceId, programId, partnerId } = program;
      return (await seedLink(pool, { workspaceId, programId, partnerId })).shortLink;
    },
    async clicks() {
      const { rows } = await pool.query<StoredClick>(
        `select affiliate_url, referrer, link_id, 'cust_' || number || '_' || clicked_ms as click_id
           from clicks where program_id = $1 order by clicked_ms`,
        [program.programId],
      );
      return rows;
    },
    async customers() {
      const { rows } = await pool.query<StoredCustomer>(
        `select customer_key, email, status, 'cust_' || click_number || '_' || click_ms as click_id
           from customers where program_id = $1 order by id`,
        [program.programId],
      );
      return rows;
    },
    async cookies() {
      const ours = (await page.context().cookies()).filter((cookie) => cookie.name.startsWith('svc_'));
      return Object.fromEntries(ours.map((cookie) => [cookie.name, cookie]));
    },
  };
  return shop;
}

/** A browser with nothing stored, and what its page says. */
async function newVisitor({ browser }: Stage): Promise<{ page: Page; noise: string[] }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const noise: string[] = [];
  // Failed requests are reported by the browser itself, in another way, and no script can prevent that.
  const protocol = await context.newCDPSession(page);
  protocol.on('Runtime.consoleAPICalled', ({ type, args }) => {
    noise.push(`${type}: ${args.map((one) => one.value ?? one.description).join(' ')}`);
  });
  protocol.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    noise.push(exceptionDetails.exception?.description ?? exceptionDetails.text);
  });
  await protocol.send('Runtime.enable');
  return { page, noise };
}
