import type { Locator, Page } from 'playwright-core';
import { type Journey, MERCHANT, type Visitor } from './journey.js';

/** The only one of a page. It has a button beside it that shows what was typed, with a label of its own. */
export const passwordField = (page: Page) => page.locator('input[type="password"]');

/** What the merchant has after the first run. */
export interface SetUp {
  readonly programId: number;
  /** What the merchant's server reports with. */
  readonly key: string;
  /** What the first partner shares. */
  readonly link: string;
}

export const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true });
export const field = (where: Page | Locator, name: string) =>
  where.getByRole('textbox', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

/** What the first run says in each language. */
const FIRST_RUN = {
  en: {
    welcome: 'Welcome to svc',
    yourName: 'Your name',
    email: 'Email',
    company: 'Company',
    createAccount: 'Create account',
    yourProgram: 'Your program',
    domain: 'Domain',
    percentage: 'Percentage',
    holdPeriod: 'Refund period in days',
    next: 'Continue',
    yourSites: 'Your sites',
    firstPartner: 'Your first partner',
    firstLink: 'First link',
    invite: 'Invite',
    isSetUp: 'Acme is set up',
    createKey: 'Create API key',
    key: 'API key',
    command: 'Command',
  },
  de: {
    welcome: 'Willkommen bei svc',
    yourName: 'Ihr Name',
    email: 'E-Mail',
    company: 'Unternehmen',
    createAccount: 'Konto erstellen',
    yourProgram: 'Ihr Programm',
    domain: 'Domain',
    percentage: 'Prozentsatz',
    holdPeriod: 'Rückgabefrist in Tagen',
    next: 'Weiter',
    yourSites: 'Ihre Websites',
    firstPartner: 'Ihr erster Partner',
    firstLink: 'Erster Link',
    invite: 'Einladen',
    isSetUp: 'Acme ist eingerichtet',
    createKey: 'API-Schlüssel erstellen',
    key: 'API-Schlüssel',
    command: 'Befehl',
  },
} as const;

/** Somebody opens the service for the first time, and leaves with a program that pays 25 % at once, a partner and a key. */
export async function setUp({ page, hands }: Visitor, language: 'en' | 'de' = 'en'): Promise<SetUp> {
  const words = FIRST_RUN[language];
  await page.goto('/');
  await page.getByRole('heading', { name: words.welcome }).waitFor();
  await hands.write(field(page, words.yourName), MERCHANT.name);
  await hands.write(field(page, words.email), MERCHANT.email);
  await hands.write(passwordField(page), MERCHANT.password);
  await hands.write(field(page, words.company), 'Acme Inc.');
  await hands.press(button(page, words.createAccount));

  await page.getByRole('heading', { name: words.yourProgram }).waitFor();
  await hands.write(field(page, 'Name'), 'Acme');
  await hands.write(field(page, words.domain), 'acme.test');
  await hands.write(field(page, words.percentage), '25');
  await hands.write(field(page, words.holdPeriod), '0');
  await hands.press(button(page, words.next));
  await page.getByRole('heading', { name: words.yourSites }).waitFor();
  await hands.press(button(page, words.next));

  await page.getByRole('heading', { name: words.firstPartner }).waitFor();
  await hands.write(field(page, 'Name'), 'Jane Jansen');
  await hands.write(field(page, words.email), 'jane@blog.test');
  await hands.write(field(page, words.firstLink), 'jane');
  await hands.press(button(page, words.invite));

  await page.getByRole('heading', { name: words.isSetUp }).waitFor();
  const link = (await page.getByText('https://acme.test/?aff=jane').textContent()) ?? '';
  await hands.press(button(page, words.createKey));
  const key = (await page.getByRole('region', { name: words.key }).textContent()) ?? '';
  const command = (await page.getByRole('region', { name: words.command }).textContent()) ?? '';
  return { programId: Number(/--program-id (\d+)/.exec(command)?.[1]), key, link };
}

/** The partner follows the link of the email, and makes an account. Ends on the overview of the partner's program. */
export async function acceptInvitation(
  { application }: Journey,
  { page, hands }: Visitor,
  { email, name, password }: { readonly email: string; readonly name: string; readonly password: string },
): Promise<void> {
  const { text } = await application.readMail(email);
  await page.goto(/\S+\/invitation\S*/.exec(text)?.[0] ?? '');
  await page.getByRole('heading', { name: 'Become a partner of Acme Inc.' }).waitFor();
  await hands.write(field(page, 'Your name'), name);
  await hands.write(passwordField(page), password);
  await hands.press(button(page, 'Create account'));
  await heading(page, 'Overview').waitFor();
}

/** The partner says where the money goes. */
export async function addPayoutDetails({ page, hands }: Visitor, name: string): Promise<void> {
  await goBy({ page, hands }, 'Payout details');
  await hands.press(button(page, 'Add payout details').first());
  const form = page.getByRole('dialog', { name: 'Payout details' });
  await hands.write(field(form, 'Account holder name'), name);
  await hands.write(field(form, 'IBAN'), 'DE02 1203 0000 0000 2020 51');
  await hands.press(button(form, 'Save'));
  await form.waitFor({ state: 'detached' });
}

/** Follows an entry of the navigation, which a phone has to open first. */
export async function goBy({ page, hands }: Visitor, entry: string): Promise<void> {
  const open = button(page, 'Open navigation');
  if (await open.isVisible()) await hands.press(open);
  await hands.press(
    page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${entry}( \\d+)?$`) }),
  );
  await heading(page, entry).waitFor();
}

/** Makes a run of all that is due in the currency that the page shows. Ends on the page of the run. */
export async function createRun({ page, hands }: Visitor): Promise<void> {
  await hands.press(button(page, 'Create payout run'));
  await hands.press(button(page.getByRole('dialog'), 'Create payout run'));
  await heading(page, /^Payout run \d+$/).waitFor();
}

/** Marks all payouts of the run as paid. */
export async function markPaid({ page, hands }: Visitor, reference: string): Promise<void> {
  await hands.press(button(page, 'Mark all as paid'));
  const form = page.getByRole('dialog', { name: /^Mark \d payouts? as paid$/ });
  await hands.write(field(form, 'Reference'), reference);
  await hands.press(button(form, 'Mark as paid'));
  await form.waitFor({ state: 'detached' });
  const payouts = page.getByRole('table', { name: 'Payouts in this run' });
  await payouts.getByText('Paid', { exact: true }).first().waitFor();
}
