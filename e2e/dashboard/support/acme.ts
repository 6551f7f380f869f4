import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../../support/chromium.js';
import { type Application, startApplication } from './application.js';
import { openSession, type Person, type Session, signIn } from './session.js';

export const ROLES = ['owner', 'admin', 'member', 'viewer', 'none'] as const;
export type Role = (typeof ROLES)[number];

const PASSWORD = 'correct-horse-1';
const API_KEY = 'svc_test_acme';

/** The member of the workspace who has this role. */
export function personOf(role: Role): Person {
  return { email: `${role}@acme.test`, password: PASSWORD };
}

const PROVISION = {
  workspaces: [
    {
      name: 'Acme',
      members: ROLES.map((role) => ({ ...personOf(role), name: `Olive ${role}`, role })),
      processor: {
        status: 'connected',
        account_id: 'acct_acme',
        charges_enabled: true,
        payouts_enabled: true,
      },
      programs: [
        {
          name: 'Acme Partners',
          domain: 'acme.test',
          currency: 'USD',
          api_token: API_KEY,
          allowed_origins: ['https://acme.test'],
          commission: { type: 'percent', basis_points: 2000, duration_months: null },
          hold_days: 30,
          partners: [
            { email: 'jane@blog.test', name: 'Jane', status: 'approved', links: [{ short_link: 'jane' }] },
          ],
        },
      ],
    },
  ],
};

/** A workspace with one program, one partner, a member of each role, and no history. */
export interface Acme {
  readonly application: Application;
  readonly browser: Browser;
  readonly workspaceId: number;
  readonly programId: number;
  readonly owner: Session;
  /** A page in a window of its own, signed in as the member of this role; null: not signed in. */
  openPage(role: Role | null): Promise<Page>;
  /** What the program's server sends; answers the status and the body. */
  track(
    kind: 'click' | 'lead' | 'sale',
    body: object,
    apiKey?: string,
    // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
  ): Promise<{ readonly status: number; readonly body: any }>;
  /** A customer of Jane's, by the key, who buys for this much. */
  sell(sale: {
    readonly customer: string;
    readonly transaction: string;
    readonly amountCents: number;
    readonly currency?: string;
  }): Promise<void>;
  close(): Promise<void>;
}

/** With settings of its own for the service. May have to install Chromium and build the application: give it minutes. */
export async function openAcme(environment: Readonly<Record<string, string>> = {}): Promise<Acme> {
  const browser = await startChromium();
  const application = await startApplication({ provision: PROVISION, environment });
  const owner = await openSession(application, personOf('owner'));
  const { workspaces } = await owner.send('GET', '/api/me');
  const workspaceId: number = workspaces[0].id;
  const { data } = await owner.send('GET', `/api/workspaces/${workspaceId}/programs`);

  const trackForAcme: Acme['track'] = async (kind, body, apiKey = API_KEY) => {
    const answer = await fetch(`${application.baseUrl}/api/v1/track/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const demand: typeof trackForAcme = async (...what) => {
    const answer = await trackForAcme(...what);
    if (answer.status !== 200) throw new Error(`${what[0]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return {
    application,
    browser,
    workspaceId,
    programId: data[0].id,
    owner,
    async openPage(role) {
      const context = await browser.newContext({
        baseURL: application.baseUrl,
        locale: 'en-US',
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      });
      context.setDefaultTimeout(45_000);
      if (role !== null) await signIn(context, application, personOf(role));
      return context.newPage();
    },
    track: trackForAcme,
    async sell({ customer, transaction, amountCents, currency = 'USD' }) {
      const click = await demand('click', { affiliate_url: 'https://acme.test/?aff=jane' });
      await demand('lead', { click_id: click.body.click_id, customer_key: customer });
      await demand('sale', {
        customer_key: customer,
        transaction_id: transaction,
        amount_cents: amountCents,
        currency,
      });
    },
    async close() {
      await browser.close();
      await application.stop();
    },
  };
}
