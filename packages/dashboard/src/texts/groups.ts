import { messages } from '../language/messages.js';

/** Texts of groups of partners. */
export const texts = messages('groups', {
  groups: 'Groups',
  description: 'Group partners who earn the same rate. A partner can be in at most one group.',
  addGroup: 'Add group',
  add: 'Add',
  group: 'Group',
  noGroup: 'No group',
  partners: 'Partners',
  showPartners: '{count}, show partners of {name}',
  nameHint: 'Visible only to your team.',
  ownRate: 'Group rate',
  ownRateHint:
    'Partners with a custom rate keep it. Everyone else in this group earns this rate on new sales.',
  otherwise: 'Without a group rate, partners earn the program’s standard rate.',
  otherwiseRule: 'Without a group rate, partners earn the program’s standard rate: {rule}.',
  added: 'Group {name} added',
  saved: 'Group {name} saved',
  deleted: 'Group {name} deleted',
  delete: 'Delete group',
  deleteQuestion: 'Delete the group {name}?',
  members: '{partners, plural, =0 {No partners yet.} one {# partner.} other {# partners.}} {link}',
  howToJoin:
    'Add the group first. Then select partners in the list and choose More → Put in group, or choose the group on a partner’s page.',
  addMembers: 'Select partners in the list, then More → Put in group',
  deleteHint:
    '{partners, plural, one {# partner leaves} other {# partners leave}} this group. Without a custom rate, they earn the program’s rate on new sales. Commissions already earned don’t change.',
  doesNotExist: 'This group does not exist',
  noGroupsYet: 'No groups yet',
  addSome: 'Put partners with the same rate into a group to change it for all of them at once.',
  noMatching: 'No matching groups',
  onlyNewSales: 'A new rate applies to future sales. Commissions already earned don’t change.',
});
