import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeededProgram, seedProgram, uniqueName } from '../../packages/server/test/support/seed.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { POST as purchase } from '../nextjs/app/api/purchase/route.js';
import { POST as signup } from '../nextjs/app/api/signup/route.js';
import { booksOf, clickOn, POLL } from './support.js';

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool);
  process.env.SVC_API_KEY = program.apiKey;
  process.env.SVC_BASE_URL = service.baseUrl;
});
afterAll(() => service.close());

// Route handlers are functions from a standard Request to a standard Response, so they run here as in Next.js, which is
// too large to be installed for this. `npm install && npm run build` in the example's own folder builds it.
describe('the route handlers of the Next.js example', () => {
  test('forward click, signup and payment', async () => {
    const clickId = await clickOn(service, program);
    const form = new FormData();
    form.set('email', 'ann@people.test');
    const headers = { cookie: `theme=dark; svc_click_id=${clickId}` };
    const address = 'http://localhost:3000/api';
    const signedUp = await signup(new Request(`${address}/signup`, { method: 'POST', headers, body: form }));
    expect(signedUp.status).toBe(201);
    const { userId } = (await signedUp.json()) as { userId: string };

    const books = () => booksOf(service, program, userId);
    await expect.poll(books, POLL).toMatchObject([{ status: 'lead' }]);
    const body = JSON.stringify({ userId, orderId: uniqueName('order') });
    for (const time of ['once', 'again']) {
      const paid = await purchase(new Request(`${address}/purchase`, { method: 'POST', body }));
      expect(paid.status, time).toBe(201);
    }
    await expect.poll(books, POLL).toEqual([
      {
        status: 'customer',
        email: 'ann@people.test',
        click_id: clickId,
        paid: 4900,
        refunded: 0,
        earned: 980,
      },
    ]);
  });
});
