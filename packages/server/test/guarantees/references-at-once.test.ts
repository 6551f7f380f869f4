import type { Outcome, SaleCommand } from '@svc/core';
import { expect, onTestFinished, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, booksOver } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { directPool } from './built-service.js';

const ROUNDS = 60;

/** Two pipelines with pools of their own on one PostgreSQL, as two processes have. */
async function openTwo(): Promise<[Books, Books]> {
  const databaseUrl = await newPostgresUrl();
  const both: Books[] = [];
  for (let process = 0; process < 2; process++) {
    const books = booksOver(await directPool(databaseUrl), 'postgres');
    onTestFinished(() => books.close());
    both.push(books);
  }
  return both as [Books, Books];
}

/** A program with a customer who pays. */
async function openProgram(books: Books, workspaceId?: number) {
  const program = await seedProgram(books.pool, { ...(workspaceId !== undefined && { workspaceId }) });
  return { program, customerKey: await books.lead(program, { clickId: await books.click(program) }) };
}

interface Seller {
  readonly program: SeededProgram;
  readonly customerKey: string;
}

const kindOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.refusal : outcome.kind);

/** What came of the same reference sold through both pipelines at once, round after round, each pair in order. */
async function sellAtOnce(
  [first, second]: [Books, Books],
  [one, other]: [Seller, Seller],
  sources: [SaleCommand['source'], SaleCommand['source']],
  tests: [boolean, boolean] = [false, false],
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const transactionId = uniqueName('ref');
    const saleWith = (seller: Seller, source: SaleCommand['source'], testMode: boolean) =>
      saleOf(seller.program, {
        testMode,
        transactionId: source === 'processor' ? uniqueName('in') : transactionId,
        references: source === 'processor' ? [transactionId] : [],
        customerKey: seller.customerKey,
        source,
      });
    const outcomes = await Promise.all([
      first.tracking.submit(saleWith(one, sources[0], tests[0])),
      second.tracking.submit(saleWith(other, sources[1], tests[1])),
    ]);
    seen.add(outcomes.map(kindOf).toSorted().join(' and '));
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
  return seen;
}

test('of a call and an event of one workspace at once, one records the sale', async () => {
  const both = await openTwo();
  const shop = await openProgram(both[0]);
  // A second customer, so that no row but the reference keeps the two apart.
  const again = {
    program: shop.program,
    customerKey: await both[0].lead(shop.program, { clickId: await both[0].click(shop.program) }),
  };
  expect(await sellAtOnce(both, [shop, again], ['api', 'processor'])).toEqual(
    new Set(['sale and sale_duplicate']),
  );
  const sibling = await openProgram(both[0], shop.program.workspaceId);
  const seen = await sellAtOnce(both, [shop, sibling], ['api', 'processor']);
  for (const pair of seen) expect(pair).toMatch(/^sale and sale_duplicate(_elsewhere)?$/);
});

test('of two calls with one transaction id at once, one records the sale, in whatever workspaces', async () => {
  const both = await openTwo();
  const sellers: [Seller, Seller] = [await openProgram(both[0]), await openProgram(both[1])];
  expect(await sellAtOnce(both, sellers, ['api', 'api'])).toEqual(
    new Set(['sale and sale_duplicate_elsewhere']),
  );
});

test('two events of two workspaces, and a call and an event, at once record a sale each', async () => {
  const both = await openTwo();
  const sellers: [Seller, Seller] = [await openProgram(both[0]), await openProgram(both[1])];
  expect(await sellAtOnce(both, sellers, ['processor', 'processor'])).toEqual(new Set(['sale and sale']));
  expect(await sellAtOnce(both, sellers, ['api', 'processor'])).toEqual(new Set(['sale and sale']));
});

test('two test sales of two workspaces, and a test sale and a real one, at once record a sale each', async () => {
  const both = await openTwo();
  const sellers: [Seller, Seller] = [await openProgram(both[0]), await openProgram(both[1])];
  expect(await sellAtOnce(both, sellers, ['api', 'api'], [true, true])).toEqual(new Set(['sale and sale']));
  // The test sale is refused where the real one is committed first: real ids are unique over the whole service.
  for (const pair of await sellAtOnce(both, sellers, ['api', 'api'], [true, false]))
    expect(pair).toMatch(/^sale and sale(_duplicate_elsewhere)?$/);
});
