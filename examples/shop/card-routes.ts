import { readClickId } from '@svc/node';
import type { Express, Request, Response } from 'express';
import { type CardSettings, openCards } from './checkout.js';
import { cardEntry, type Entry } from './journal.js';
import { PRICE_CENTS } from './money.js';
import type { Session } from './sessions.js';

export interface CardShop {
  readonly card: CardSettings;
  readonly programId: number;
  readonly sessionOf: (request: Request, response: Response) => Session;
  readonly note: (session: Session, entry: Entry) => void;
}

/** Card payments and refunds. Stripe reports them to the service; these routes do not. */
export function addCardRoutes(app: Express, { card, programId, sessionOf, note }: CardShop): void {
  const cards = openCards(card);

  app.post('/checkout', async (request, response) => {
    const session = sessionOf(request, response);
    const { account } = session;
    if (account === null) return response.redirect(303, '/signup');
    const clickId = readClickId(request);
    const { url, metadata } = await cards.checkout({ account, programId, clickId, amount: PRICE_CENTS });
    note(session, cardEntry('checkout', { metadata }, { url }));
    response.redirect(303, url ?? '/account');
  });

  // The customer comes back from the processor's page.
  app.get('/checkout/:id', async (request, response) => {
    const session = sessionOf(request, response);
    const checkoutId = request.params.id;
    const payment = await cards.paymentOf(checkoutId);
    if (payment !== null && !session.orders.some(({ id }) => id === payment.id)) {
      session.orders.unshift({ ...payment, isByCard: true, isRefunded: false });
      note(session, cardEntry('sale', { id: checkoutId }, { payment_intent: payment.id }));
    }
    response.redirect(303, '/account');
  });

  app.post('/card-orders/:id/refund', async (request, response) => {
    const session = sessionOf(request, response);
    const order = session.orders.find(({ id, isByCard }) => isByCard && id === request.params.id);
    if (order !== undefined && !order.isRefunded) {
      const refundId = await cards.refund(order.id);
      order.isRefunded = true;
      note(session, cardEntry('refund', { payment_intent: order.id }, { id: refundId }));
    }
    response.redirect(303, '/account');
  });
}
