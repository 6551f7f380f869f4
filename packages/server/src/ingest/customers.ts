import { type ClickKey, type Customer, type Facts, indexCustomer, inProgram, parseClickId } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';
import { payerColumns, type WantedEmail, type WantedPayer, wantedPayers } from './payers.js';
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

/** What leads and sales name customers by. */
export interface WantedCustomers {
  readonly keys: readonly WantedKey[];
  /** Ids of clicks by which customers came, now or formerly. */
  readonly clickIds: ReadonlySet<string>;
  /** Names that a payment provider has led customers to. */
  readonly payers: readonly WantedPayer[];
  /** Counted only in programs that match addresses. */
  readonly emails: readonly WantedEmail[];
}

const BY_KEY = `select c.id from unnest($1::bigint[], $2::text[]) as wanted (workspace_id, customer_key)
              cross join lateral (select id from customers where workspace_id = wanted.workspace_id
                                     and customer_key = wanted.customer_key limit 2) c`;
const BY_CLICK = `select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where click_ms = wanted.click_ms
                                     and click_number = wanted.click_number limit 2) c
             union all
             select c.id from unnest($3::bigint[], $4::bigint[]) as wanted (click_ms, click_number)
              cross join lateral (select id from customers where former_click_ms = wanted.click_ms
                                     and former_click_number = wanted.click_number limit 1) c`;
const BY_PAYER = `select n.customer_id from ${wantedPayers(5)}`;
/** Two are as good as more: an address that is not one customer's alone credits nobody. */
const BY_EMAIL = `select c.id from unnest($8::bigint[], $9::text[]) as wanted (program_id, email)
              join programs p on p.id = wanted.program_id and p.match_by_email
             cross join lateral (select id from customers where program_id = wanted.program_id and not test_mode
                                    and (fold(email) collate "C") = fold(wanted.email) limit 2) c`;

/**
 * Adds to the facts the customers who are named so, locked until the transaction ends, so that two processes never move the same
 * customer from the same state. A key or a click may have two: a real and a test customer.
 */
export function loadCustomers(
  facts: Facts,
  { keys, clickIds, payers, emails }: WantedCustomers,
): Statement | null {
  const clickKeys = [...clickIds].map(parseClickId).filter((key) => key !== null);
  const isOfPayers = payers.length > 0 || emails.length > 0;
  if (keys.length === 0 && clickKeys.length === 0 && !isOfPayers) return null;
  const ways = isOfPayers ? [BY_KEY, BY_CLICK, BY_PAYER, BY_EMAIL] : [BY_KEY, BY_CLICK];
  return {
    name: isOfPayers ? 'load-paying-customers' : 'load-customers',
    text: `select ${CUSTOMERS.columns} from customers where id = any (array(
             ${ways.join('\n             union all\n             ')}))
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
      ...(isOfPayers
        ? [
            ...payerColumns(payers),
            ...columnsOf(
              emails,
              ({ programId }) => programId,
              ({ email }) => email,
            ),
          ]
        : []),
    ],
    take(rows: readonly Row[]) {
      const customers = rows.map(customerFromRow);
      for (const customer of customers) indexCustomer(facts, customer);
      for (const { programId, email } of emails) {
        const found = customers.filter((one) => one.programId === programId && isOf(one, email));
        if (found.length > 0)
          facts.customersByEmail.set(
            inProgram(programId, email),
            found.map(({ id }) => id),
          );
      }
    },
  };
}

/** Found by the folded address; only case and blanks around it may differ. */
function isOf({ email, testMode }: Customer, wanted: string): boolean {
  return !testMode && email !== null && email.trim().toLowerCase() === wanted;
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
