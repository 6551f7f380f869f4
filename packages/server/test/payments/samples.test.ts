import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { createRandom, seedFrom } from '../support/random.js';
import { seedProgram } from '../support/seed.js';
import type { RunningService } from '../support/service.js';
import { expectedSales, SAMPLES, samplesOf } from './samples.js';
import {
  booksOf,
  deliver,
  deliverInOrder,
  differences,
  fatesOf,
  openShop,
  settled,
  startProcessorService,
} from './support.js';

describe.each(engines)('the sample events on %s', (engine) => {
  let service: RunningService;
  let otherProgramId: number;
  beforeAll(async () => {
    service = await startProcessorService(engine);
    otherProgramId = (await seedProgram(service.pool)).programId;
  });
  afterAll(async () => {
    expect(await differences(service.pool)).toEqual([]);
    await service.close();
  });

  async function openSampleShop() {
    const shop = await openShop(service);
    const { event, own } = samplesOf(shop, otherProgramId);
    const check = async (numbers: readonly string[]) => {
      const books = await booksOf(service.pool, shop.workspaceId);
      const sales = books.map(({ id, amount, refunded, commission }) => ({
        id,
        amount,
        refunded,
        commission,
      }));
      expect(sales).toEqual(expectedSales(new Set(numbers), own));
    };
    return { shop, event, own, check };
  }

  test.each(SAMPLES)('%s alone, and delivered twice', async (number) => {
    const { shop, event, check } = await openSampleShop();
    await deliverInOrder(service, shop.account, [event(number), event(number)]);
    await check([number]);
    expect(Object.keys(await fatesOf(service.pool, shop.account))).toHaveLength(1);
  });

  test.each(SAMPLES)('%s delivered eight times at once, twice under other event ids', async (number) => {
    const { shop, event, check } = await openSampleShop();
    const again = { ...event(number), id: `${event(number).id}again` };
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => deliver(service, index % 4 === 0 ? again : event(number))),
    );
    await settled(service, shop.account);
    await check([number]);
  });

  test.each(SAMPLES)('%s before and after each other', async (first) => {
    for (const second of SAMPLES) {
      const { shop, event, check } = await openSampleShop();
      await deliverInOrder(service, shop.account, [event(first), event(second)]);
      await check([first, second]);
    }
  });

  test('all at once, in any order', async () => {
    const seed = seedFrom(process.env.SAMPLES_SEED);
    console.info(`SAMPLES_SEED=${seed}: the orders of the samples, on ${engine}`);
    const random = createRandom(seed);
    for (let round = 0; round < 5; round++) {
      const { shop, event, check } = await openSampleShop();
      const order = [...SAMPLES, ...SAMPLES].map((number) => ({ number, at: random.next() }));
      order.sort((a, b) => a.at - b.at);
      await Promise.all(order.map(({ number }) => deliver(service, event(number))));
      await settled(service, shop.account);
      await service.processor.processDue();
      await check(SAMPLES);
    }
  });

  test('a refund finds its sale through the join, in every order of the three', async () => {
    for (const sale of ['17', '18']) {
      for (const order of permutations([sale, '88', '89'])) {
        const { shop, event, check, own } = await openSampleShop();
        await deliverInOrder(service, shop.account, order.map(event));
        await check(order);
        const [books] = await booksOf(service.pool, shop.workspaceId);
        expect(books?.names).toEqual(
          expect.arrayContaining([
            own('in_1SqnJaB7WZ01zgkW9qE4mUiD'),
            own('pi_3S78JiB7WZ01zgkW0NZRbznV2'),
            own('ch_3SE3dyB7WZ01zgkW0SXR2d1oY'),
          ]),
        );
      }
    }
  });

  test('says of each what was done and why', async () => {
    const { shop, event } = await openSampleShop();
    await deliverInOrder(
      service,
      shop.account,
      SAMPLES.map((number) => event(number)),
    );
    const fates = await fatesOf(service.pool, shop.account);
    const fateOf = (number: string) => fates[event(number).id];
    expect(fateOf('02')).toMatch(
      /^processed: Recorded as sale pi_\w+ of 129.00 USD; the commission is 25.80 USD\.$/,
    );
    expect(fateOf('17')).toMatch(/^processed: Recorded as sale in_\w+ of 29.00 USD/);
    expect(fateOf('18')).toMatch(/^processed: The sale is recorded already/);
    expect(fateOf('39')).toBe(
      'processed: The checkout is not paid yet; another event reports when it is. It fixed who is credited with what is paid later.',
    );
    expect(fateOf('40')).toMatch(/^processed: Recorded as sale pi_\w+ of 150.00 EUR/);
    expect(fateOf('47')).toMatch(
      /^ignored: Program \d+ is not one of the workspace its account belongs to\. Put the program_id/,
    );
    expect(fateOf('82')).toBe(
      'waiting: The sale of this payment is not recorded; it takes effect when it is.',
    );
    expect(fateOf('88')).toMatch(/^processed: It belongs to sale in_/);
    expect(fateOf('89')).toMatch(
      /^processed: 29.00 USD was counted as refunded; the refunds of sale in_\w+ total 29.00 USD\.$/,
    );
    expect(fateOf('90')).toMatch(/^processed: It belongs to sale pi_\w+\. The commission is held\.$/);
  });
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
