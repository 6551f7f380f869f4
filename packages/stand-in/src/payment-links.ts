import type { Answer, Asked } from './answer.js';
import type { Mode } from './keys.js';
import type { Bought, Merchant } from './merchant.js';
import { type Metadata, newId } from './objects.js';
import { paymentLinkPage, thanksPage } from './pages.js';
import type { PaymentLink } from './payment-link.js';

export interface PaymentLinkOptions {
  readonly account: string;
  readonly mode: Mode;
  readonly amountCents: number;
  /** Lower case. */
  readonly currency?: string;
  readonly product?: string;
  readonly type?: Bought['mode'];
  /** Days without payment at the start of a subscription. */
  readonly trialDays?: number;
  /** Authorises only; a later capture takes the money. */
  readonly isManual?: boolean;
  readonly metadata?: Metadata;
}

/** Creates a Payment Link at an address of the stand-in. */
export function createLink(baseUrl: string, options: PaymentLinkOptions): PaymentLink {
  const { account, mode, amountCents, currency = 'usd', product = 'Plan', type = 'payment' } = options;
  const { trialDays = 0, isManual = false, metadata = {} } = options;
  const id = newId('plink');
  const url = `${baseUrl}/b/${id}`;
  return {
    id,
    url,
    account,
    mode: type,
    keyMode: mode,
    amountCents,
    currency,
    product,
    trialDays,
    isManual,
    metadata,
  };
}

/** Returns the reference of a visit to a Payment Link. The provider drops references with other characters without a word. */
function referenceIn({ searchParams }: URL): string | null {
  const reference = searchParams.get('client_reference_id') ?? '';
  return /^[A-Za-z0-9_-]{1,200}$/.test(reference) ? reference : null;
}

/** Answers the pages of Payment Links; null for other requests. */
export function answerLink(
  { method, url, form }: Asked,
  links: ReadonlyMap<string, PaymentLink>,
  merchantOf: (link: PaymentLink) => Merchant,
): Answer | null {
  if (url.pathname === '/thanks') return { html: thanksPage() };
  const link = links.get(/^\/b\/(\w+)$/.exec(url.pathname)?.[1] ?? '');
  if (link === undefined) return null;
  const clientReference = referenceIn(url);
  if (method !== 'POST') return { html: paymentLinkPage(link, clientReference) };
  const email = form.get('email');
  const bought: Bought = {
    mode: link.mode,
    amountCents: link.amountCents,
    currency: link.currency,
    metadata: link.metadata,
    paymentLink: link.id,
    isManual: link.isManual,
    ...(email !== null && { email }),
    ...(clientReference !== null && { clientReference }),
  };
  if (link.trialDays > 0) merchantOf(link).startTrial(bought);
  else merchantOf(link).buy(bought);
  return { redirect: '/thanks' };
}
