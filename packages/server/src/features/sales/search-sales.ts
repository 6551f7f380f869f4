import { sortText } from '../../operations/keyset.js';
import { MOST_FOUND, NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { customersThatBegin, isCustomer } from '../customers/search-customers.js';
import { foundPartners, isOfPartner, MOST_OF_PARTNER } from '../partners/search-partners.js';

const MOST_OF_CUSTOMER = 10;

/** Ids of sales of which a reference, or the key or address of the customer, begins with the text. */
export function salesThatBegin(text: SearchText): string {
  return `(select x.sale_id as id from sale_references x
       where x.workspace_id = (select g.workspace_id from programs g where g.id = $1) and ${text.begins(sortText('x.reference'))}
       limit ${MOST_FOUND})
    union all
    select y.id from (${customersThatBegin(text)}) b cross join lateral (
      select z.id from sales z where z.customer_id = b.id limit ${MOST_OF_CUSTOMER}) y`;
}

/** Ids of the newest rows of a table of the program $1 that are an amount, found by the index on it; nothing where the text is none. */
export function ofAmount(table: 'sales' | 'commissions', text: SearchText): string {
  return text
    .amounts('a.amount_cents', 'a.currency')
    .map(
      (isAmount) =>
        `union all (select a.id from ${table} a where a.program_id = $1 and ${isAmount} order by a.id desc limit ${MOST_FOUND})`,
    )
    .join('\n');
}

/** Ids of sales of the program $1 in which the text is found: those of whole partners too. */
export function foundSales(text: SearchText): string {
  return `${salesThatBegin(text)}
    union all
    select y.id from (${foundPartners(text)}) p cross join lateral (
      select z.id from sales z where z.program_id = $1 and z.partner_id = p.id
       order by z.occurred_at desc, z.id desc limit ${MOST_OF_PARTNER}) y
    ${ofAmount('sales', text)}
    union all
    select n.id from (select x.id, x.transaction_id, u.customer_key
                        from (select * from sales where program_id = $1
                               order by occurred_at desc, id desc limit ${NEWEST_SEARCHED}) x
                        join customers u on u.id = x.customer_id) n
     where ${text.isIn('n.transaction_id')} or ${text.isIn('n.customer_key')}`;
}

/** Whether a row that is an amount has a word: its partner, a reference of its sale, its customer, its amount or its currency. */
export function hasWord(
  word: SearchText,
  columns: Readonly<Record<'partnerId' | 'saleId' | 'customerId' | 'amountCents' | 'currency', string>>,
): string {
  const { is, isIn, amounts } = word;
  return [
    isOfPartner(columns.partnerId, word),
    `exists (select 1 from sale_references x where x.sale_id = ${columns.saleId} and ${isIn('x.reference')})`,
    isCustomer(columns.customerId, word),
    ...amounts(columns.amountCents, columns.currency),
    is(columns.currency),
  ].join(' or ');
}
