/**
 * The click behind the credit of a lead or sale, as SQL over `customers c`: where credit has moved since, the customer's
 * own click is that of later sales. `linkId` and `codeId` are the columns with the link and the code behind the credit of the lead
 * or sale: what a code credits has no click, and neither has what a person assigned, which has no link.
 */
export function creditedClick(part: 'ms' | 'number', linkId: string, codeId: string): string {
  return `case when ${linkId} is null or ${codeId} is not null then null
               when c.credit_changes = 0 or c.link_id is not distinct from ${linkId} then c.click_${part}
               else (select h.from_click_${part} from credit_changes h
                      where h.customer_id = c.id and h.from_link_id is not distinct from ${linkId} and h.from_code_id is null
                      order by h.number limit 1) end`;
}
