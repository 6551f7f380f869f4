import type { SearchText } from '../../operations/search.js';

const MOST_PARTNERS = 10;
/** Of the rows of each partner that is found. */
export const MOST_OF_PARTNER = 200;

/** Ids of partners of the program $1 whose name or address has the text. */
export function foundPartners({ isIn }: SearchText): string {
  return `select n.id from partners n join enrollments e on e.partner_id = n.id and e.program_id = $1
           where ${isIn('n.name')} or ${isIn('n.email')} limit ${MOST_PARTNERS}`;
}

/** Whether the name or the address of the partner of a row has the text. `id`: the row's column. */
export function isOfPartner(id: string, { isIn }: SearchText): string {
  return `exists (select 1 from partners n where n.id = ${id} and (${isIn('n.name')} or ${isIn('n.email')}))`;
}
