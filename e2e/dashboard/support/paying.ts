import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from '../../support/chromium.js';
import { type Application, startApplication } from './application.js';
import { openSession, type Person, type Session, signIn } from './session.js';

const OWNER: Person = { email: 'owner@paying.test', password: 'owner-password-1' };
const API_KEY = `svc_test_${randomBytes(12).toString('hex')}`;
const LOOK_EVERY_MS = 200;

/** The service with one program that pays 20 %, without a wait for refunds, and one partner. */
export interface PayoutApplication {
  readonly application: Application;
  readonly browser: Browser;
  readonly owner: Session;
  readonly programId: number;
  readonly partnerId: number;
  /** Where the program's interface begins. */
  readonly program: string;
  /** A page of somebody who is signed in, or of nobody. */
  openPage(who?: Person): Promise<Page>;
  openOwnerPage(): Promise<Page>;
  /** A sale of a new customer whom the partner has brought. */
  sell(transactionId: string, amountCents: number): Promise<void>;
  refund(transactionId: string, amountCents?: number): Promise<void>;
  /** Waits until this much is payable to the partner. */
  payable(cents: number): Promise<void>;
  close(): Promise<void>;
}

const PROVISION = {
  workspaces: [
    {
      name: 'Paying',
      members: [{ ...OWNER, name: 'Olive', role: 'owner' }],
      programs: [
        {
          name: 'Paying',
          domain: 'paying.test',
          currency: 'USD',
          cookie_window_days: 60,
          hold_days: 0,
          api_token: API_KEY,
          allowed_origins: ['https://paying.test'],
          commission: { type: 'percent', basis_points: 2000, duration_months: null },
          partners: [
            {
              email: 'jane@partners.test',
              name: 'Jane Partner',
              status: 'approved',
              links: [{ short_link: 'jane', destination_url: 'https://paying.test/' }],
            },
          ],
        },
      ],
    },
  ],
};

/** Starts it all; may have to build the application: give it minutes. */
export async function openPayoutApplication(): Promise<PayoutApplication> {
  const browser = await startChromium();
  const application = await startApplication({ provision: PROVISION });
  const owner = await openSession(application, OWNER);
  const { workspaces } = await owner.send('GET', '/api/me');
  const { data: programs } = await owner.send('GET', `/api/workspaces/${workspaces[0].id}/programs`);
  const programId = programs[0].id as number;
  const program = `/api/programs/${programId}`;
  const { data: partners } = await owner.send('GET', `${program}/partners`);

  async function track(what: string, body: object) {
    const answer = await fetch(`${application.baseUrl}/api/v1/track/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<{ readonly click_id: string }>;
  }

  async function openPage(who?: Person): Promise<Page> {
    const context: BrowserContext = await browser.newContext({
      baseURL: application.baseUrl,
      reducedMotion: 'reduce',
      locale: 'en-US',
      viewport: { width: 1280, height: 900 },
    });
    context.setDefaultTimeout(45_000);
    if (who) await signIn(context, application, who);
    return context.newPage();
  }

  return {
    application,
    browser,
    owner,
    programId,
    partnerId: partners[0].id,
    program,
    openPage,
    openOwnerPage: () => openPage(OWNER),
    async sell(transactionId, amountCents) {
      const { click_id } = await track('click', { affiliate_url: 'https://paying.test/?aff=jane' });
      const customer_key = `customer of ${transactionId}`;
      await track('lead', { click_id, customer_key });
      const sold = { customer_key, transaction_id: transactionId, amount_cents: amountCents };
      await track('sale', sold);
    },
    async refund(transactionId, amountCents) {
      await track('refund', {
        transaction_id: transactionId,
        ...(amountCents !== undefined && { amount_cents: amountCents }),
      });
    },
    async payable(cents) {
      for (;;) {
        const { data } = await owner.send('GET', `${program}/payouts/due`);
        if (data[0]?.payable_cents === cents) return;
        await delay(LOOK_EVERY_MS);
      }
    },
    async close() {
      await browser.close();
      await application.stop();
    },
  };
}
