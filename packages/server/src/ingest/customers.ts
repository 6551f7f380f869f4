import { type ClickKey, type Customer, type Facts, indexCustomer, parseClickId } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';
import { type Columns, describeTable, type Row } from './table.js';

/** A customer key and the workspace it is meant in. */
export interface WantedKey {
  readonly workspaceId: number;
  readonly customerKey: string;
}

/** The two columns of a click id, behind a prefix. */
export const CLICK_KEY: Columns<ClickKey> = { clickedMs: ['ms', 'bigint'], number: 'bigint' };

const CUSTOMERS = describeTable<Customer>(
  'customers',
  {
    id: 'bigint',
    workspaceId: 'bigint',
    programId: 'bigint',
    customerKey: 'text',
    email: 'text',
    status: 'text',
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    linkId: 'bigint',
    click: { orNull: CLICK_KEY },
    codeId: 'bigint',
    dimensions: 'text',
    clickEvidence: 'json',
    formerClick: { orNull: CLICK_KEY },
    creditChanges: 'integer',
    testMode: 'boolean',
    namedBy: 'text',
    createdAtMs: 'time',
    leadAtMs: 'time',
    firstSaleId: 'bigint',
    firstSaleAtMs: 'time',
  },
  { leftToDefault: ['formerClick', 'creditChanges'] },
);

/** A row of the table customers as the rules know it. */
export const customerFromRow = CUSTOMERS.fromRow;

/**
 * Adds to the facts the customers with these keys and those that came by these clicks, now or formerly, locked until the
 * transaction ends, so that two processes never move the same customer from the same state. A key or a click may have
 * two: a real and a test customer.
 */
export function loadCustomers(
  facts: Facts,
  keys: readonly WantedKey[],
  clickIds: ReadonlySet<string>,
): Statement | null {
  const clickKeys = [...clickIds].map(parseClickId).filter((key) => key !== null);
  if (keys.length === 0 && clickKeys.length === 0) return null;
  return {
    name: 'load-customers',
    text: `select ${CUSTOMERS.columns} from customers where id = any (array(
             select c.id from unnest($1::bigint[], $2::text[]) as wanted (workspace_id, customer_key)
              cross join lateral (select id from customers where workspace_id = wanted.workspace_id
                                     and customer_key = wanted.customer_key limit 2) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where click_ms = wanted.click_ms
                                     and click_number = wanted.click_number limit 2) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where former_click_ms = wanted.click_ms
                                     and former_click_number = wanted.click_number limit 1) c))
           order by id for update`,
    values: [
      ...columnsOf(
        keys,
        (key) => key.workspaceId,
        (key) => key.customerKey,
      ),
      ...columnsOf(
        clickKeys,
        (key) => key.clickedMs,
        (key) => key.number,
      ),
    ],
    take(rows: readonly Row[]) {
      for (const row of rows) indexCustomer(facts, customerFromRow(row));
    },
  };
}

/** Writes customers made by a lead or a sale. */
export const insertCustomers = CUSTOMERS.insert;

/** Writes what leads and sales change of a customer, but for credit: that only moves by `recordCreditChanges`. */
export const updateCustomers = CUSTOMERS.update('update-customers', {
  key: ['id'],
  set: ['customerKey', 'email', 'status', 'namedBy', 'leadAtMs', 'firstSaleId', 'firstSaleAtMs'],
});

/** Writes whom customers are credited to. */
export const updateCredit = CUSTOMERS.update('update-credit', {
  key: ['id'],
  set: [
    'enrollmentId',
    'partnerId',
    'linkId',
    'click',
    'codeId',
    'dimensions',
    'clickEvidence',
    'formerClick',
    'creditChanges',
  ],
});
