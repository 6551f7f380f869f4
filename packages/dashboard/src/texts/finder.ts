import { messages } from '../language/messages.js';

/** Texts of the window that finds pages, people and orders. */
export const texts = messages('finder', {
  codes: 'Codes',
  findAnything: 'Find anything',
  findAnythingKeys: 'Find anything (Ctrl+K)',
  findAPage: 'Find a page',
  findEverything: 'Find a partner, customer, order, link, code or page',
  nothingFound: 'Nothing found',
  pages: 'Pages',
  partners: 'Partners',
  searching: 'Searching…',
});
