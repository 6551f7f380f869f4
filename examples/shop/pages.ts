import { type Html, html } from './html.js';
import type { Entry } from './journal.js';
import { formatPrice, PRICE_CENTS } from './money.js';
import type { Account, Order, Session } from './sessions.js';

export interface PageSettings {
  /** The service as the browser reaches it, without a slash at its end. */
  readonly baseUrl: string;
  readonly programId: number;
  /** A referral link into this shop, for visitors who came without one. */
  readonly referralPath?: string;
  /** Whether customers can pay by card, too. */
  readonly takesCards: boolean;
}

const PRICE = formatPrice(PRICE_CENTS, 'USD');

export function landingPage(settings: PageSettings, session: Session): Html {
  const card = (title: string, text: string) => html`<li><h2>${title}</h2><p>${text}</p></li>`;
  return page(
    settings,
    session,
    'A calm place for the work of a team',
    html`
    <section class="hero">
      <h1>The calm place for everything your team has to do</h1>
      <p>Tidydesk keeps tasks, notes and dates on one desk, and tidies up after you on Friday.</p>
      <a class="button" href="${session.account === null ? '/signup' : '/account'}">Try it for nothing</a>
    </section>
    <ul class="cards">
      ${[
        card('One desk', 'Every task has one place, and everybody knows where that is.'),
        card('Quiet by default', 'One summary in the morning instead of a hundred pings.'),
        card('Fair price', `${PRICE} a month for the whole team, however large it is.`),
      ]}
    </ul>`,
  );
}

export function signupPage(settings: PageSettings, session: Session): Html {
  return page(
    settings,
    session,
    'Sign up',
    html`
    <h1>Sign up</h1>
    <p>Thirty days for nothing, no card needed. (Nothing of this is real, any address will do.)</p>
    <form class="box" method="post" action="/signup">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="name" required maxlength="100">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="email" required maxlength="200">
      <button class="button">Create account</button>
    </form>`,
  );
}

export function accountPage(settings: PageSettings, session: Session, account: Account): Html {
  const { orders } = session;
  return page(
    settings,
    session,
    'Your account',
    html`
    <h1>Welcome, ${account.name}</h1>
    <p>Your account is <code>${account.id}</code>: the id by which the service knows you too.</p>
    <section class="box">
      <h2>Team plan</h2>
      <p><strong>${PRICE}</strong> a month, the whole team.</p>
      <form method="post" action="/orders"><button class="button">Pay ${PRICE}</button></form>
      <p class="hint">The shop reports this sale to the service itself.</p>
      ${settings.takesCards ? cardForm(session) : null}
    </section>
    <h2>Your payments</h2>
    ${orders.length === 0 ? html`<p>None yet.</p>` : html`<ul class="orders">${orders.map(orderItem)}</ul>`}`,
  );
}

function cardForm({ isTest }: Session): Html {
  if (isTest) return html`<p class="hint">By card, the key of the card processor decides what is a test.</p>`;
  return html`
      <form method="post" action="/checkout"><button class="button">Pay by card</button></form>
      <p class="hint">On a page of the card processor, whose webhook reports the sale.</p>`;
}

function orderItem({ id, amount, isByCard, isRefunded }: Order): Html {
  const price = formatPrice(amount, 'USD');
  return html`<li>
    <span><strong>${price}</strong>${isByCard ? ' by card' : ''} <code>${id}</code></span>
    ${
      isRefunded
        ? html`<span class="badge">refunded</span>`
        : html`<form method="post" action="/${isByCard ? 'card-orders' : 'orders'}/${id}/refund">
            <button class="button quiet" aria-label="Refund ${price} of ${id}">Refund</button>
          </form>`
    }
  </li>`;
}

/** What every page has around its content; the first script is all that the service needs. */
function page(settings: PageSettings, session: Session, title: string, content: Html): Html {
  const { baseUrl, programId } = settings;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Tidydesk</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
  <script defer src="${baseUrl}/js/svc-tracker.js" data-svc-program-id="${programId}" data-svc-debug></script>
  <script type="module" src="/panel.js"></script>
</head>
<body>
  <header>
    <a class="name" href="/">Tidydesk</a>
    <nav>
      ${session.account === null ? html`<a href="/signup">Sign up</a>` : html`<a href="/account">Your account</a>`}
    </nav>
  </header>
  <div class="desk">
    <main>${content}</main>
    <aside class="panel" aria-labelledby="panel-title">
      <h2 id="panel-title">What just happened</h2>
      ${testSwitch(session)}
      <div id="entries" aria-live="polite">${panel(session)}</div>
      ${settings.referralPath === undefined ? null : html`<p class="hint"><a href="${settings.referralPath}">Arrive by a partner’s link</a></p>`}
    </aside>
  </div>
  <footer>A demo shop: nothing is sold here, and no money moves.</footer>
</body>
</html>`;
}

function testSwitch({ isTest }: Session): Html {
  return html`<form class="switch" method="post" action="/test-mode">
    <button role="switch" aria-checked="${String(isTest)}" aria-describedby="switch-hint">
      <span class="track"></span>Test mode is ${isTest ? 'on' : 'off'}
    </button>
    <p class="hint" id="switch-hint">
      ${isTest ? 'Sign-ups and payments are sent as tests and earn no commission.' : 'Payments earn the partner a commission.'}
    </p>
  </form>`;
}

/** Requests to the service and their responses, newest first. */
export function panel({ entries }: Session): Html {
  if (entries.length === 0) {
    return html`<p class="hint">No requests to the service yet.</p>`;
  }
  return html`<ol>${entries.map(entryItem)}</ol>`;
}

function entryItem({ event, at, call, sent, answer, meaning, isTest, isFine }: Entry): Html {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return html`<li class="${isFine ? 'fine' : 'wrong'}">
    <p>
      <span class="badge ${event}">${event}</span>
      ${isTest ? html`<span class="badge test">test</span>` : null}
      <time datetime="${at.toISOString()}">${at.toTimeString().slice(0, 8)}</time>
    </p>
    <p>${meaning}</p>
    <details>
      <summary>Call and response<span class="hidden"> of this ${event}</span></summary>
      <p>${call}</p>
      <pre>${json(sent)}</pre>
      <p>Response</p>
      <pre>${json(answer)}</pre>
    </details>
  </li>`;
}
