import { sortOptionalText, sortText } from '../../operations/keyset.js';
import { MOST_FOUND, NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { foundPartners, MOST_OF_PARTNER } from '../partners/search-partners.js';

/** Ids of customers of the program $1 whose key or address begins with the text. */
export function customersThatBegin({ begins }: SearchText): string {
  return `(select x.id from customers x where x.program_id = $1 and ${begins(sortOptionalText('x.customer_key'))} limit ${MOST_FOUND})
    union all
    (select x.id from customers x
      where x.program_id = $1 and x.email is not null and ${begins(sortText('x.email'))} limit ${MOST_FOUND})`;
}

/** Ids of customers of the program $1 in which the text is found: those of whole partners too. */
export function foundCustomers(text: SearchText): string {
  return `${customersThatBegin(text)}
    union all
    select y.id from (${foundPartners(text)}) p cross join lateral (
      select z.id from customers z where z.program_id = $1 and z.partner_id = p.id
       order by z.created_at desc, z.id desc limit ${MOST_OF_PARTNER}) y
    union all
    select n.id from (select x.id, x.customer_key, x.email from customers x where x.program_id = $1
                       order by x.created_at desc, x.id desc limit ${NEWEST_SEARCHED}) n
     where ${text.isIn('n.customer_key')} or ${text.isIn('n.email')}`;
}

/** Whether the customer of a row has the text in their key or address. `id`: the row's column. */
export function isCustomer(id: string, { isIn }: SearchText): string {
  return `exists (select 1 from customers x where x.id = ${id} and (${isIn('x.customer_key')} or ${isIn('x.email')}))`;
}
