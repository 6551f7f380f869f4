import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../packages/server/test/support/service-process.js';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from '../support/checks.js';
import { DESKTOP, type Journey, PHONE, sellThrough, startJourney } from './journey.js';
import {
  acceptInvitation,
  addPayoutDetails,
  button,
  createRun,
  field,
  goBy,
  heading,
  markPaid,
  setUp,
} from './steps.js';

const JANE = { email: 'jane@blog.test', name: 'Jane Jansen', password: 'partner-password-1' };

let journey: Journey;
beforeEach(async () => {
  journey = await startJourney();
}, 600_000);
afterEach(() => journey?.close());

test.each([
  { by: 'with a mouse', viewport: DESKTOP, usesKeyboard: false },
  { by: 'on a phone', viewport: PHONE, usesKeyboard: false },
  { by: 'by keyboard alone', viewport: DESKTOP, usesKeyboard: true },
])(
  'a merchant comes from an empty service to the first paid partner $by',
  async ({ viewport, usesKeyboard }) => {
    const merchant = await journey.enter({ viewport, usesKeyboard });
    const partner = await journey.enter({ viewport, usesKeyboard });
    const { page } = merchant;
    const { programId, key, link } = await setUp(merchant);
    await expectNothingPastTheEdge(page);
    await merchant.hands.press(page.getByRole('link', { name: 'Connect your site' }));
    await heading(page, 'Integration').waitFor();

    await goBy(merchant, 'Settings');
    await merchant.hands.write(field(page, 'Hold after payout details change'), '0');
    await merchant.hands.press(button(page, 'Save'));
    await page.getByText('Settings saved').first().waitFor();
    await acceptInvitation(journey, partner, JANE);
    await partner.page.getByText(link).first().waitFor();
    await addPayoutDetails(partner, 'Jane Jansen');
    await expectNothingPastTheEdge(partner.page);

    await sellThrough(journey.application, { key, link, order: 'order-1', amountCents: 30_000 });
    const session = await journey.merchant();
    await until(
      async () => (await session.send('GET', `/api/programs/${programId}/payouts/due`)).data.length > 0,
    );
    await page.goto(`/p/${programId}/overview`);
    await page.getByRole('list', { name: 'Set up your program' }).waitFor({ state: 'detached' });
    const attention = page.getByRole('list', { name: 'Needs your attention' });
    await merchant.hands.press(attention.getByRole('link', { name: /due/ }));
    await heading(page, 'Payouts').waitFor();
    await expectNothingPastTheEdge(page);
    await createRun(merchant);
    await markPaid(merchant, 'Transfer 1');
    await expectNothingPastTheEdge(page);
    await expectNoSeriousAxe(page);

    await goBy(partner, 'Payouts');
    const payouts = partner.page.getByRole('table', { name: 'Payouts' });
    await payouts.getByText('$75.00').first().waitFor();
    await payouts.getByText('Transfer 1').waitFor();
    await expectNothingPastTheEdge(partner.page);
    await expectNoSeriousAxe(partner.page);
    expect(journey.noise()).toEqual([]);
  },
);
