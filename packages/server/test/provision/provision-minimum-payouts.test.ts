import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/open.js';
import { readKnownProgram } from '../../src/features/programs/read-program.js';
import { ProvisionError } from '../../src/provision/index.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { exampleFile, type Names, newNames, provision } from './provision-support.js';

const JPY_1600 = { currency: 'JPY', amount_cents: 1600 };
const KWD_5 = { currency: 'KWD', amount_cents: 5000 };
const PROGRAM = 'workspaces[0].programs[0]';
const AMOUNT_RULE = 'must be an integer from 0 to 9007199254740991';

/** The contract's example with these settings of its program; undefined: left out. */
function fileWith(names: Names, settings: Readonly<Record<string, unknown>>) {
  const file = exampleFile(names);
  Object.assign(file.workspaces[0].programs[0], settings);
  return JSON.parse(JSON.stringify(file));
}

describe.each(engines)('minimum payouts in a provision file on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const apply = (names: Names, settings: Readonly<Record<string, unknown>>) =>
    provision(database.pool, fileWith(names, settings));

  async function applied(names: Names, settings: Readonly<Record<string, unknown>>) {
    const { programs, counts } = await apply(names, settings);
    const { minimum_payout_cents, minimum_payouts } = await readKnownProgram(
      database.pool,
      programs[0]?.id ?? 0,
    );
    return { minimum_payout_cents, minimum_payouts, count: counts['minimum payouts'] };
  }

  async function refusal(names: Names, settings: Readonly<Record<string, unknown>>) {
    try {
      await apply(names, settings);
      return null;
    } catch (error) {
      return error instanceof ProvisionError ? error.problems : error;
    }
  }

  test('are made, changed and removed as it says, and left alone where it says nothing', async () => {
    const names = newNames();
    const list = [KWD_5, { currency: 'jpy', amount_cents: 1600 }];
    expect(await applied(names, { minimum_payout_cents: 700, minimum_payouts: list })).toEqual({
      minimum_payout_cents: 700,
      minimum_payouts: [JPY_1600, KWD_5],
      count: { created: 1, updated: 0, unchanged: 0, kept: 0 },
    });
    expect(await applied(names, {})).toMatchObject({
      minimum_payout_cents: 700,
      minimum_payouts: [JPY_1600, KWD_5],
      count: { created: 0, updated: 0, unchanged: 0, kept: 0 },
    });
    const other = { currency: 'JPY', amount_cents: 1700 };
    expect(await applied(names, { minimum_payouts: [other] })).toEqual({
      minimum_payout_cents: 700,
      minimum_payouts: [other],
      count: { created: 0, updated: 1, unchanged: 0, kept: 0 },
    });
    expect(await applied(names, { minimum_payouts: [other] })).toMatchObject({
      count: { created: 0, updated: 0, unchanged: 1, kept: 0 },
    });
    expect(await applied(names, { minimum_payouts: [] })).toMatchObject({
      minimum_payout_cents: 700,
      minimum_payouts: [],
    });
  });

  test.each([
    ['that it names', {}],
    ['that it leaves out', { currency: undefined }],
  ])('in the currency %s are minimum_payout_cents', async (_what, settings) => {
    const names = newNames();
    await apply(names, { currency: 'EUR' });
    const euros = [{ currency: 'EUR', amount_cents: 300 }, JPY_1600];
    const file = { currency: 'EUR', ...settings, minimum_payouts: euros };
    expect(await applied(names, file)).toMatchObject({
      minimum_payout_cents: 300,
      minimum_payouts: [JPY_1600],
    });
    expect(await refusal(names, { ...file, minimum_payout_cents: 300 })).toBeNull();
    expect(await refusal(names, { ...file, minimum_payout_cents: 301 })).toEqual([
      `${PROGRAM}.minimum_payouts[0].amount_cents: differs from minimum_payout_cents, which is also the minimum in EUR`,
    ]);
    expect(await applied(names, { currency: 'EUR' })).toMatchObject({ minimum_payout_cents: 300 });
  });

  test('are refused with their place, and nothing of the file is applied', async () => {
    const names = newNames();
    const minimumProblems = (minimum_payouts: unknown) => refusal(names, { minimum_payouts });
    expect(await minimumProblems({})).toEqual([`${PROGRAM}.minimum_payouts: must be an array`]);
    expect(await minimumProblems([JPY_1600, { currency: 'jpy', amount_cents: 1 }])).toEqual([
      `${PROGRAM}.minimum_payouts[1].currency: is already given at ${PROGRAM}.minimum_payouts[0].currency`,
    ]);
    expect(
      await minimumProblems([
        { currency: 'XXX', amount_cents: -1 },
        5,
        {},
        { currency: 'USD', amount_cents: 1 },
      ]),
    ).toEqual([
      `${PROGRAM}.minimum_payouts[0].currency: must be an ISO 4217 code such as USD`,
      `${PROGRAM}.minimum_payouts[0].amount_cents: ${AMOUNT_RULE}`,
      `${PROGRAM}.minimum_payouts[1]: must be an object`,
      `${PROGRAM}.minimum_payouts[2].currency: is required`,
      `${PROGRAM}.minimum_payouts[2].amount_cents: is required`,
    ]);
    expect(await refusal(names, { minimum_payout_cents: 0.5 })).toEqual([
      `${PROGRAM}.minimum_payout_cents: ${AMOUNT_RULE}`,
    ]);
    const { rows } = await database.pool.query('select 1 from workspaces where name = $1', [names.workspace]);
    expect(rows).toEqual([]);
  });
});
