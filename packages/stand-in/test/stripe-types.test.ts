import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiKey, type Json, type StandIn, startStandIn } from '../src/index.js';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Types of Stripe's own library, by the `object` of an answer or of an event. */
const TYPES: Readonly<Record<string, string>> = {
  account: 'Stripe.Account',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  credit_note: 'Stripe.CreditNote',
  dispute: 'Stripe.Dispute',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  payment_intent: 'Stripe.PaymentIntent',
  refund: 'Stripe.Refund',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
};

const HEAD = `import type { Stripe } from 'stripe';
type Part<T> = T extends readonly (infer One)[] ? readonly Part<One>[] : T extends object ? { [Key in keyof T]?: Part<T[Key]> } : T;
`;

/**
 * Returns what Stripe's types say against objects: a field that they do not have, or a value of another type. Fields may be missing, because
 * the stand-in sends a part of each object.
 */
function faultsIn(objects: readonly Json[]): string[] {
  const name = join(HERE, 'answers-of-the-stand-in.ts');
  const lines = objects.map((one, index) => {
    const type = one.deleted === true ? 'Stripe.DeletedWebhookEndpoint' : TYPES[String(one.object)];
    return `export const object${index}: Part<${type}> = ${JSON.stringify(one)};`;
  });
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, options, ...rest) =>
    path === name
      ? ts.createSourceFile(name, HEAD + lines.join('\n'), options)
      : getSourceFile(path, options, ...rest);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

let standIn: StandIn;
let key: ApiKey;
beforeAll(async () => {
  standIn = await startStandIn({});
  const permissions = [
    'rak_webhook_write',
    'rak_checkout_session_read',
    'rak_invoice_read',
    'rak_charge_read',
    'rak_dispute_read',
    'rak_event_read',
    'rak_connected_account_read',
  ];
  key = standIn.createKey({ account: 'acct_1', mode: 'live', permissions });
  const merchant = standIn.merchant('acct_1', 'live');
  const first = merchant.buy({
    mode: 'subscription',
    amountCents: 2_900,
    metadata: { plan: 'pro' },
    email: 'a@b.test',
  });
  merchant.renew(first.payment, 2_900);
  merchant.failRefund(first, merchant.refund(first, 900, true));
  merchant.closeDispute(first, merchant.dispute(first), 'lost');
  merchant.startTrial({ mode: 'subscription', amountCents: 0, metadata: {}, clientReference: 'cust_1_1' });
  const manual = merchant.buy({ mode: 'payment', amountCents: 500, metadata: {}, isManual: true });
  merchant.capture(manual, 300);
  merchant.cancelAuthorization(
    merchant.buy({ mode: 'payment', amountCents: 500, metadata: {}, isManual: true }),
  );
  merchant.buy({ mode: 'payment', amountCents: 800, taxCents: 100, metadata: {}, promotionCode: 'promo_1' });
});
afterAll(() => standIn.close());

async function read(path: string, init: RequestInit = {}): Promise<Json> {
  const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${standIn.baseUrl}${path}`, { headers, ...init });
  return (await answer.json()) as Json;
}

test('every object has fields and values that the types of Stripe know', async () => {
  const made = await read('/v1/webhook_endpoints', {
    method: 'POST',
    body: 'url=https%3A%2F%2Fsvc.acme.test%2F&enabled_events[0]=invoice.paid&metadata[svc]=1',
  });
  const lists = await Promise.all(
    [
      'checkout/sessions',
      'invoices',
      'invoice_payments',
      'charges',
      'refunds',
      'disputes',
      'credit_notes',
      'webhook_endpoints',
    ].map(async (name) => (await read(`/v1/${name}?limit=100`)).data as Json[]),
  );
  const events = (await read('/v1/events?limit=100')).data as readonly {
    readonly data: { readonly object: Json };
  }[];
  const deleted = await read(`/v1/webhook_endpoints/${made.id}`, { method: 'DELETE' });
  const objects = [
    made,
    deleted,
    await read('/v1/account'),
    ...lists.flat(),
    ...events.map(({ data }) => data.object),
  ];
  expect(objects.length).toBeGreaterThan(40);
  expect(faultsIn(objects)).toEqual([]);
});

test('a field that Stripe does not know is found, and so is a value of another type', () => {
  expect(faultsIn([{ object: 'charge', amount_refundd: 1 }])).toHaveLength(1);
  expect(faultsIn([{ object: 'charge', amount: '1' }])).toHaveLength(1);
});
