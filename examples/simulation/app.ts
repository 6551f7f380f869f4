import { type Result, readClickId, type Svc } from '@svc/node';
import express, { type Express } from 'express';

export interface AppOptions {
  readonly svc: Svc;
  /** The time of what is reported. */
  readonly now: () => Date;
}

/** What the application has to finish before its process may end: reports that are under way. */
export interface App {
  readonly express: Express;
  untilReported(): Promise<void>;
}

const PRICE_CENTS = 4_900;

/** A shop that sells subscriptions, and charges them itself. */
export function createApp({ svc, now }: AppOptions): App {
  const reports = new Set<Promise<unknown>>();

  /** In the background: the customer does not wait for it. */
  function report(call: Promise<Result<unknown>>): void {
    const done = call.finally(() => reports.delete(done));
    reports.add(done);
  }

  const app = express();
  app.use(express.json());
  app.post('/signup', (request, response) => {
    const customerExternalId = String(request.body.userId);
    report(svc.trackLead({ customerExternalId, clickId: readClickId(request), occurredAt: now() }));
    response.status(201).json({ userId: customerExternalId });
  });
  // The payment has succeeded, the first one or a renewal.
  app.post('/invoices', (request, response) => {
    const { invoiceId, userId } = request.body as { readonly invoiceId: string; readonly userId: string };
    report(svc.trackSale({ customerExternalId: userId, invoiceId, amount: PRICE_CENTS, occurredAt: now() }));
    response.status(201).json({ invoiceId });
  });
  app.delete('/invoices/:id', (request, response) => {
    report(svc.trackRefund({ invoiceId: request.params.id, occurredAt: now() }));
    response.status(204).end();
  });
  return {
    express: app,
    async untilReported() {
      while (reports.size > 0) await Promise.all(reports);
    },
  };
}
