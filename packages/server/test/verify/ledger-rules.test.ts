import { ACCOUNTS, kindsWhere } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { shared } from '../support/shared.js';

describe.each(engines)('the ledger on %s', (engine) => {
  const books = shared(() => openBooks(engine));

  /** The text constants in the check constraints that look at nothing but this column. */
  async function allowedIn(column: string): Promise<readonly string[]> {
    const { rows } = await books.pool.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = 'ledger_movements'::regclass and contype = 'c'
          and conkey = array(select attnum from pg_attribute
                              where attrelid = 'ledger_movements'::regclass and attname = $1)`,
      [column],
    );
    return rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'([a-z_]+)'/g)].map(([, text]) => text ?? ''),
    );
  }

  test('stores exactly the kinds of movement in the table of core', async () => {
    expect([...(await allowedIn('kind'))].sort()).toEqual([...kindsWhere(() => true)].sort());
  });

  test.each(['from_account', 'to_account'])('has exactly the accounts of core in %s', async (column) => {
    expect([...(await allowedIn(column))].sort()).toEqual([...ACCOUNTS].sort());
  });
});
