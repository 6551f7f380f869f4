import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { customersThatBegin } from '../customers/search-customers.js';
import { foundPartners, MOST_OF_PARTNER } from '../partners/search-partners.js';
import { ofAmount, salesThatBegin } from '../sales/search-sales.js';

/** Ids of commissions of the program $1 in which the text is found: of their sale, their customer or their partner; or that are this amount. */
export function foundCommissions(text: SearchText): string {
  return `select k.id from commissions k where k.sale_id = any(array(${salesThatBegin(text)}))
    union all
    select k.id from leads d join commissions k on k.lead_id = d.id
     where d.customer_id = any(array(${customersThatBegin(text)}))
    union all
    select y.id from (${foundPartners(text)}) p cross join lateral (
      select z.id from commissions z where z.partner_id = p.id
       order by z.created_at desc, z.id desc limit ${MOST_OF_PARTNER}) y
    ${ofAmount('commissions', text)}
    union all
    select n.id from (select x.id, s.transaction_id, u.customer_key
                        from (select * from commissions where program_id = $1
                               order by created_at desc, id desc limit ${NEWEST_SEARCHED}) x
                        left join sales s on s.id = x.sale_id left join leads d on d.id = x.lead_id
                        join customers u on u.id = coalesce(s.customer_id, d.customer_id)) n
     where ${text.isIn('n.transaction_id')} or ${text.isIn('n.customer_key')}`;
}
