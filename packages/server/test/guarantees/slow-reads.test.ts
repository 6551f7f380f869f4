import { expect, test } from 'vitest';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';

test('reads that take all connections there are for reads keep no click, lead or sale waiting', async () => {
  const service = await startService('postgres');
  const program = await seedProgram(service.pool);
  const holder = await service.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  const reads = Array.from({ length: 20 }, () => service.pool.query('select pg_advisory_lock_shared(1)'));
  const readsEnded = Promise.race(reads).then(() => 'a read came through first');

  const postWithKey = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${program.apiKey}` };
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { success?: boolean; click_id?: string };
  };
  const trackClickLeadAndSale = async () => {
    const click = await postWithKey('/track/click', {
      affiliate_url: `https://shop.test/?aff=${program.shortLink}`,
    });
    const lead = await postWithKey('/api/v1/track/lead', {
      click_id: click.click_id,
      customer_key: 'visitor',
    });
    const sale = { transaction_id: 'meanwhile', amount_cents: 100, customer_key: 'visitor' };
    return [click, lead, await postWithKey('/api/v1/track/sale', sale)].map(({ success }) => success);
  };
  expect(await Promise.race([trackClickLeadAndSale(), readsEnded])).toEqual([true, true, true]);

  await holder.query('select pg_advisory_unlock(1)');
  holder.release();
  // Those that were not given a connection in time were refused one.
  await Promise.allSettled(reads);
  await service.close();
});
