import { decimalOf } from '@svc/contract/currencies';
import type { Session } from './checkout.js';
import { Html, html } from './html.js';
import type { Paid } from './merchant.js';
import type { PaymentLink } from './payment-link.js';

const STYLE = new Html(`
  :root { color-scheme: light dark; --ink: light-dark(#1a1f36, #e6e8ee); --soft: light-dark(#5b6478, #a3a9b8);
    --paper: light-dark(#f4f5f9, #14161c); --sheet: light-dark(#fff, #1d2029); --line: light-dark(#dfe2ea, #343946);
    --accent: light-dark(#4f46e5, #a5b4fc); --on-accent: light-dark(#fff, #171a3d) }
  * { box-sizing: border-box }
  body { margin: 0; padding: 1.25rem; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif }
  main { max-width: 27rem; margin: 8vh auto 0 }
  main.wide { max-width: 44rem; margin-top: 3vh }
  h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.25 }
  .note { padding: .7rem 1rem; border: 1px dashed var(--soft); border-radius: .7rem; color: var(--soft); font-size: .9rem }
  .sheet, li { padding: 1.25rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--sheet) }
  .sheet p { margin: 0; color: var(--soft) }
  .sheet .amount { margin: .1rem 0 1rem; color: var(--ink); font-size: 2.2rem; font-weight: 700; letter-spacing: -.02em }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; margin: 1rem 0 0; font-size: .85rem }
  dt { color: var(--soft) }
  dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
  button { padding: .7rem 1.2rem; border: 1px solid var(--accent); border-radius: .6rem; color: var(--on-accent);
    background: var(--accent); font: inherit; font-weight: 600; cursor: pointer }
  .sheet button { width: 100% }
  li button { padding: .3rem .8rem; color: var(--accent); background: none }
  button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  a { color: var(--accent) }
  .back { text-align: center; font-size: .9rem }
  ul { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none }
  li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
  code { font-size: .85rem; overflow-wrap: anywhere }`);

const NOTE =
  'This is a stand-in of the card processor, made for trying things out. No card is asked for, no money moves.';

/** Returns an amount in the smallest unit of its currency, as people write it. */
function formatPrice(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const decimal = decimalOf(amount, code);
  return code === 'USD' ? `$${decimal}` : `${decimal} ${code}`;
}

/** The page of a Payment Link. The reference is shown because it is what the purchase is credited by. */
export function paymentLinkPage(link: PaymentLink, reference: string | null): string {
  const amount = formatPrice(link.amountCents, link.currency);
  const label = link.trialDays > 0 ? `Start the trial of ${link.trialDays} days` : `Pay ${amount}`;
  return renderPage(
    label,
    html`<main>
      <h1>${link.product}</h1>
      <form class="sheet" method="post">
        <p>${link.mode === 'subscription' ? 'Each month' : 'Once'}</p>
        <p class="amount">${amount}</p>
        <p><label>Email <input name="email" type="email" autocomplete="email" required value="visitor@example.com"></label></p>
        <button>${label}</button>
        <dl aria-label="What the page attached">
          <dt>client_reference_id</dt><dd>${reference ?? 'none'}</dd>
        </dl>
      </form>
      <p class="note">${NOTE}</p>
    </main>`,
  );
}

/** The page after a Payment Link was paid. */
export function thanksPage(): string {
  return renderPage(
    'Thank you',
    html`<main>
      <h1>Thank you</h1>
      <p>Your payment was received.</p>
      <p class="back"><a href="/">All payments, to renew or refund them</a></p>
      <p class="note">${NOTE}</p>
    </main>`,
  );
}

/** The page a customer pays on. The metadata is shown because it is what the purchase is credited by. */
export function checkoutPage({ product, cancelUrl, bought }: Session): string {
  const amount = formatPrice(bought.amountCents, bought.currency ?? 'usd');
  return renderPage(
    `Pay ${amount}`,
    html`<main>
      <h1>Checkout</h1>
      <form class="sheet" method="post">
        <p>${product}</p>
        <p class="amount">${amount}</p>
        <button>Pay ${amount}</button>
        <dl aria-label="Metadata of this checkout">
          ${Object.entries(bought.metadata).map(([key, value]) => html`<dt>${key}</dt><dd>${value}</dd>`)}
        </dl>
      </form>
      ${cancelUrl === null ? null : html`<p class="back"><a href="${cancelUrl}">Back without paying</a></p>`}
      <p class="note">${NOTE}</p>
    </main>`,
  );
}

/** What was paid, newest first, each to be paid back. */
export function paymentsPage(all: readonly Paid[]): string {
  return renderPage(
    'Payments',
    html`<main class="wide">
      <h1>Payments</h1>
      ${all.length === 0 ? html`<p>Nothing was paid yet.</p>` : html`<ul>${all.toReversed().map(paymentItem)}</ul>`}
      <p class="note">${NOTE}</p>
    </main>`,
  );
}

function paymentItem({ payment, refundedCents }: Paid): Html {
  const { amountCents, currency, paymentIntent } = payment;
  const amount = formatPrice(amountCents, currency);
  return html`<li>
    <span><strong>${amount}</strong> <code>${paymentIntent}</code></span>
    ${
      payment.subscription === null
        ? null
        : html`<form method="post" action="/renew/${paymentIntent}">
            <button aria-label="Renew ${payment.subscription}">Renew</button>
          </form>`
    }
    ${
      payment.capturedCents === 0
        ? html`<form method="post" action="/capture/${paymentIntent}">
            <button aria-label="Capture ${amount} of ${paymentIntent}">Capture</button>
          </form>`
        : null
    }
    ${
      refundedCents >= amountCents
        ? html`<span>${amountCents === 0 ? 'nothing to refund' : 'refunded'}</span>`
        : html`<form method="post" action="/refund/${paymentIntent}">
            <button aria-label="Refund ${amount} of ${paymentIntent}">Refund</button>
          </form>`
    }
  </li>`;
}

function renderPage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · stand-in of the card processor</title>
  <link rel="icon" href="data:,">
  <style>${STYLE}</style>
</head>
<body>${content}</body>
</html>
`.text;
}
