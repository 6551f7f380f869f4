/**
 * SQL: whether partner, link and relationship of a row are those of a click that a report about a customer named and another customer keeps.
 *
 * @param customerId the column of the customer's id
 * @param row alias of the row with `partner_id`, `link_id` and `enrollment_id`, which begin with `prefix`
 */
export function isNamedClick(customerId: string, row: string, prefix = ''): string {
  const columns = ['partner_id', 'link_id', 'enrollment_id'];
  const credit = columns.map((column) => `${row}.${prefix}${column}`).join(', ');
  return `(${['unused_clicks', 'refused_leads']
    .map(
      (table) => `exists (select 1 from ${table} n where n.customer_id = ${customerId} and not n.is_expired
                and (${columns.map((column) => `n.${column}`).join(', ')}) = (${credit}))`,
    )
    .join(' or ')})`;
}
