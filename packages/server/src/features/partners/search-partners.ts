import type { SearchText } from '../../operations/search.js';

const MOST_PARTNERS = 10;
/** Of the rows of each partner that is found. */
export const MOST_OF_PARTNER = 200;

/** Ids of partners of the program $1 whose name or address has the text. */
export function foundPartners({ isIn }: SearchText): string {
  return `select n.id from partners n join enrollments e on e.partner_id = n.id and e.program_id = $1
           where ${isIn('n.name')} or ${isIn('n.email')} limit ${MOST_PARTNERS}`;
}
