import { messages } from '../language/messages.js';

/** Texts of groups of partners. */
export const texts = messages('groups', {
  groups: 'Groups',
  description:
    'Partners who are treated alike, with a rate of their own or the program’s. A partner is in one group at most.',
  addGroup: 'Add group',
  add: 'Add',
  group: 'Group',
  noGroup: 'No group',
  inNoGroup: 'In no group',
  partners: 'Partners',
  showPartners: '{count}, show partners of {name}',
  nameHint: 'Only your team sees it.',
  ownRate: 'Rate of the group',
  ownRateHint: 'Partners with a custom rate keep it. Others in this group earn this rate on new sales.',
  otherwise: 'Otherwise they earn the program’s standard rate.',
  otherwiseRule: 'Otherwise they earn the program’s standard rate: {rule}.',
  added: 'Group {name} added',
  saved: 'Group {name} saved',
  deleted: 'Group {name} deleted',
  delete: 'Delete group',
  deleteQuestion: 'Delete the group {name}?',
  deleteHint:
    'Its {partners, plural, one {# partner is} other {# partners are}} then in no group and, without a custom rate, {partners, plural, one {earns} other {earn}} the program’s rate on new sales. Commissions already earned don’t change.',
  noGroupsYet: 'No groups yet',
  addSome: 'Put partners who earn alike into a group: a change of its rate is one change for all of them.',
  noMatching: 'No matching groups',
  onlyNewSales: 'A new rate applies to future sales. Commissions already earned don’t change.',
});
