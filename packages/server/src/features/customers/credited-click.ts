/**
 * The click behind the credit of a lead or sale, as SQL over `customers c`: where credit has moved since, the customer's
 * own click is that of later sales. `linkId` is the column with the link of the lead or sale.
 */
export function creditedClick(part: 'ms' | 'number', linkId: string): string {
  return `case when c.credit_changes = 0 or c.link_id is not distinct from ${linkId} then c.click_${part}
               else (select h.from_click_${part} from credit_changes h
                      where h.customer_id = c.id and h.from_link_id is not distinct from ${linkId}
                      order by h.number limit 1) end`;
}
