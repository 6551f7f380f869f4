import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isClickId, readClickId, Svc } from '@svc/node';
import express, { type Express, type Request, type Response } from 'express';
import { addCardRoutes } from './card-routes.js';
import type { CardSettings } from './checkout.js';
import { clickEntry, type Entry, leadEntry, refundEntry, saleEntry } from './journal.js';
import { PRICE_CENTS } from './money.js';
import { accountPage, landingPage, type PageSettings, panel, signupPage } from './pages.js';
import { openSessions, type Session } from './sessions.js';

export interface ShopSettings extends Omit<PageSettings, 'takesCards'> {
  /** The API key of the program; it never reaches a page. */
  readonly apiKey: string;
  /** Without it customers cannot pay by card. */
  readonly card?: CardSettings;
  /** Called after each request to the service. */
  readonly onEntry?: (entry: Entry) => void;
}

const PUBLIC = fileURLToPath(new URL('./public', import.meta.url));

const newId = (kind: 'user' | 'order') => `${kind}-${randomBytes(6).toString('hex')}`;

/**
 * The shop. What a shop of your own needs is the script tag of its pages (`pages.ts`) and the three calls of `svc` in here,
 * or, for what is paid by card, the metadata of `checkout.ts`; sessions and journal are this one's memory and its panel.
 */
export function createShop({ apiKey, card, onEntry, ...rest }: ShopSettings): Express {
  const settings: PageSettings = { ...rest, takesCards: card !== undefined };
  // The panel shows each answer, so this shop waits for it. Yours responds first: see examples/express.
  const svc = new Svc(apiKey, { baseUrl: settings.baseUrl });
  const sessionOf = openSessions();

  function note(session: Session, entry: Entry): void {
    session.entries.unshift(entry);
    onEntry?.(entry);
  }

  const app = express();
  app.use(express.static(PUBLIC), express.urlencoded({ extended: false }), express.json());

  app.get('/', (request, response) => {
    response.send(landingPage(settings, sessionOf(request, response)).text);
  });

  app.get('/signup', (request, response) => {
    response.send(signupPage(settings, sessionOf(request, response)).text);
  });

  app.post('/signup', async (request, response) => {
    const session = sessionOf(request, response);
    const { name, email } = request.body as { name: string; email: string };
    const account = { id: newId('user'), name, email };
    session.account = account;
    // The visitor's click id is in a cookie of this site, so the server can forward it. A site that has no server
    // calls svc.signup(account.id, email) in the page instead.
    const clickId = readClickId(request);
    const lead = { customerExternalId: account.id, clickId, email, testMode: session.isTest };
    note(session, leadEntry(lead, await svc.trackLead(lead)));
    response.redirect(303, '/account');
  });

  app.get('/account', (request, response) => {
    const session = sessionOf(request, response);
    if (session.account === null) response.redirect(303, '/signup');
    else response.send(accountPage(settings, session, session.account).text);
  });

  app.post('/orders', async (request, response) => {
    const session = sessionOf(request, response);
    const { account } = session;
    if (account === null) return response.redirect(303, '/signup');
    const order = { id: newId('order'), amount: PRICE_CENTS, isByCard: false, isRefunded: false };
    session.orders.unshift(order);
    // In a real shop, this is where the payment has succeeded. The customer id is the same as at sign-up, and the order id makes
    // the sale count once, however often it is reported. The click id credits a customer who signed up without one.
    const sale = orderSale(account.id, order, { clickId: readClickId(request), testMode: session.isTest });
    note(session, saleEntry(sale, await svc.trackSale(sale)));
    response.redirect(303, '/account');
  });

  app.post('/orders/:id/refund', async (request, response) => {
    const session = sessionOf(request, response);
    const order = session.orders.find(({ id }) => id === request.params.id);
    if (order !== undefined && !order.isRefunded) {
      order.isRefunded = true;
      const refund = { invoiceId: order.id };
      note(session, refundEntry(refund, await svc.trackRefund(refund)));
    }
    response.redirect(303, '/account');
  });

  if (card !== undefined) addCardRoutes(app, { card, programId: settings.programId, sessionOf, note });
  addPanelRoutes(app, sessionOf, note);
  return app;
}

/** A paid order as the server library takes it. */
function orderSale(
  customerExternalId: string,
  { id: invoiceId, amount }: { readonly id: string; readonly amount: number },
  { clickId, testMode }: { readonly clickId: string | null; readonly testMode: boolean },
) {
  return { customerExternalId, ...(clickId !== null && { clickId }), amount, invoiceId, testMode };
}

/** What only the panel needs. */
function addPanelRoutes(
  app: Express,
  sessionOf: (request: Request, response: Response) => Session,
  note: (session: Session, entry: Entry) => void,
): void {
  app.post('/test-mode', (request, response) => {
    const session = sessionOf(request, response);
    session.isTest = !session.isTest;
    response.redirect(303, request.get('referer') ?? '/');
  });

  // The page sends clicks directly to the service, so it reports their results to the shop.
  app.post('/visit', (request, response) => {
    const session = sessionOf(request, response);
    const { clickId: given, affiliateUrl } = request.body as Record<string, unknown>;
    const clickId = isClickId(given) ? given : null;
    if (clickId === null || clickId !== session.clickId) {
      session.clickId = clickId;
      note(session, clickEntry({ clickId, affiliateUrl: affiliateUrl ? String(affiliateUrl) : null }));
    }
    response.send(panel(session).text);
  });
}
