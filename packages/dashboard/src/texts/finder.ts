import { messages } from '../language/messages.js';

/** Texts of the window that finds pages, people and orders. */
export const texts = messages('finder', {
  actions: 'Actions',
  acceptApplications: 'Accept partner applications',
  addAGroup: 'Add a group',
  addAnAdjustment: 'Add a bonus or deduction (adjustment)',
  changeTheRule: 'Change the commission rule',
  codes: 'Codes',
  creditAnotherPartner: 'Credit a sale to another partner',
  createACode: 'Create a code',
  createALink: 'Create a link',
  enterASale: 'Enter a sale',
  findAnything: 'Find anything',
  findAnythingKeys: 'Find anything (Ctrl+K)',
  findAPage: 'Find a page',
  findEverything: 'Find a partner, customer, order, link, code, page or action',
  importPartners: 'Import partners',
  importHistory: 'Import from another system',
  inviteAPartner: 'Invite a partner',
  nothingFound: 'Nothing found',
  pages: 'Pages',
  payPartners: 'Pay partners',
  partners: 'Partners',
  searching: 'Searching…',
  wordsFor: {
    changeTheRule: 'rate percent',
    creditAnotherPartner: 'assign attribution wrong belongs customer',
    enterASale: 'record missing order',
    inviteAPartner: 'add affiliate',
    payPartners: 'payout run due money bank transfer currency EUR USD',
  },
});
