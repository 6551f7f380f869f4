import { expect, test } from 'vitest';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';

test('x', async () => {
  const s = await startService('embedded');
  const p = await seedProgram(s.pool);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const r = await fetch(s.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    console.log(path, r.status, await r.text(), Object.fromEntries(r.headers));
  };
  await post('/track/click', { affiliate_url: p.affiliateUrl }, { origin: p.origin });
  await post('/track/click', { affiliate_url: p.affiliateUrl }, { authorization: 'Bearer ' + p.apiKey });
  await post('/api/v1/track/lead', { customer_key: 'a' }, { authorization: 'Bearer ' + p.apiKey });
  await post(
    '/api/v1/track/sale',
    { customer_key: 'a', amount_cents: 5, transaction_id: 'x' },
    { authorization: 'Bearer ' + p.apiKey },
  );
  for (const path of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/static/index.html',
    '/metrics',
    '/nope',
    '/%E0%A4%A',
    '/api/tracking/status/x',
  ]) {
    const r = await fetch(s.baseUrl + path);
    console.log(path, r.status, (await r.text()).slice(0, 300), Object.fromEntries(r.headers));
  }
  await s.close();
});
