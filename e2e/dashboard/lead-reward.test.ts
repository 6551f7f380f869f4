import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('a reward per sign-up is set, and what a sign-up earned is in the list with its story', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/settings/program`);
  await page.getByRole('textbox', { name: 'Reward per sign-up' }).fill('2.50');
  await page.getByRole('button', { name: 'Save' }).click();
  // It is said beside the field, before anything is sent.
  await page.getByText('A reward needs “Servers only” under Sign-ups below').waitFor();
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true');
  await page.getByRole('radio', { name: 'Servers only' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();
  expect(await acme.owner.send('GET', `/api/programs/${acme.programId}`)).toMatchObject({
    lead_reward_cents: 250,
  });
  const { body } = await acme.track('click', { affiliate_url: 'https://acme.test/?aff=jane' });
  await acme.track('lead', { click_id: body.click_id, customer_key: 'ann' });

  await page.goto(`/p/${acme.programId}/commissions`);
  const row = page.getByRole('table', { name: 'Commissions' }).getByRole('row', { name: /Sign-up/ });
  await row.getByText('$2.50').first().waitFor();
  await row.getByText('Sign-up').click();
  const story = page.getByRole('dialog', { name: 'The story of this commission' });
  await story.getByText('The program pays $2.50 for a lead.').waitFor();
});
