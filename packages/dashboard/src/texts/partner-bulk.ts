import { messages } from '../language/messages.js';

/** Texts of changes of many partners at once. */
export const texts = messages('partner-bulk', {
  selectPartners: 'Select partners to change them in bulk.',
  selected: '{count, plural, one {# partner} other {# partners}} selected',
  selectAllMatching: 'Select all matching partners',
  allMatching: 'All matching partners selected',
  clear: 'Clear selection',
  buttons: { approve: 'Approve', reject: 'Reject', suspend: 'Suspend', invite: 'Resend invitation' },
  group: 'Put in group',
  newGroup: 'New group: {name}',
  groupRateApplies:
    'Its rate applies to their new sales, except with a custom rate: {rule}. Commissions already earned don’t change.',
  programRateApplies:
    'No group rate applies: without a custom rate, they earn the program’s rate on new sales. Commissions already earned don’t change.',
  noGroup: 'No group',
  newTag: 'Tag: {tag}',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  rate: 'Rate',
  changeRate: 'Change rate',
  more: 'More',
  programRate: 'Group or program rate',
  customRate: 'Custom rate',
  next: 'Next',
  back: 'Back',
  enterATag: 'Enter a tag',
  titles: {
    approve: 'Approve partners',
    reject: 'Reject applications',
    suspend: 'Suspend partners',
    invite: 'Resend invitations',
    group: 'Put in group',
    tag: 'Add a tag',
    untag: 'Remove a tag',
    rule: 'Change rate',
  },
  confirm: {
    approve: 'Approve {count, plural, one {# partner} other {# partners}}',
    reject: 'Reject {count, plural, one {# application} other {# applications}}',
    suspend: 'Suspend {count, plural, one {# partner} other {# partners}}',
    invite: 'Invite {count, plural, one {# partner} other {# partners}} again',
    group: 'Change the group of {count, plural, one {# partner} other {# partners}}',
    tag: 'Tag {count, plural, one {# partner} other {# partners}}',
    untag: 'Remove the tag from {count, plural, one {# partner} other {# partners}}',
    rule: 'Change the rate of {count, plural, one {# partner} other {# partners}}',
  },
  hints: {
    approve:
      'Their links count clicks from now on. Applicants get a first link and an email; those without an account get an invitation.',
    reject: 'They get no links and receive an email without a reason. You can still approve them later.',
    suspend: 'Their links stop counting clicks immediately. They keep what they have already earned.',
    invite: 'Those who have not signed in yet get a new invitation by email. Earlier ones stop working.',
    tag: 'Only your team sees tags.',
    untag: 'Only your team sees tags.',
    rule: 'Applies to future sales. Commissions already earned don’t change.',
  },
  unchanged: '{count, plural, one {# partner needs} other {# partners need}} no change.',
  refused: {
    not_an_application:
      '{count, plural, one {# isn’t an application} other {# aren’t applications}}: {names}',
    not_approved: '{count, plural, one {# is} other {# are}} not approved: {names}',
    too_many_tags: '{count, plural, one {# has} other {# have}} 20 tags already: {names}',
  },
  andMore: '{names} and {count} more',
  nobody: 'No changes to make.',
  isCut: 'More partners match. Only the newest 1,000 are included; narrow the filter to reach the others.',
  done: '{count, plural, one {# partner} other {# partners}} changed',
  invited: '{count, plural, one {# invitation} other {# invitations}} sent',
  mailsFailed:
    '{count, plural, one {# email was} other {# emails were}} not sent: this service has no email server, or the server refused. Resend an invitation from a partner’s page to copy its link.',
});
