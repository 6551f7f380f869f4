import { messages } from '../language/messages.js';

/** Texts of the page on which partners of a file are invited. */
export const texts = messages('partner-imports', {
  importPartners: 'Import partners',
  description:
    'Invite many partners at once from a CSV file. You see what each row comes to before anyone is invited.',
  allPartners: 'All partners',
  ownersAdminsAndMembers: 'owners, admins and members',
  file: 'CSV file',
  fileHint:
    'UTF-8, with commas, semicolons or tabs, and up to {count} rows. The column “email” is required; “name”, “group”, “tags” and “link” (the end of their first link) are optional.',
  chooseAFile: 'Choose a file',
  chooseAFileFirst: 'Choose a file.',
  downloadTemplate: 'Download template',
  exampleRow: 'maria@example.com,Maria Silva,,newsletter;berlin,maria',
  tooLarge: 'This file is too large. Split it into several files.',
  preview: 'Preview',
  readAsWindows1252:
    'This file isn’t UTF-8 and was read as Windows-1252. Check names with accents before you import.',
  fileProblems: {
    not_csv: 'Line {line} can’t be read. Check that the file is CSV and that quotation marks are closed.',
    no_email_column: 'The first line has no column “email”. Start with the template.',
    no_rows: 'The file has no rows below the column names.',
    too_many_rows: 'The file has more than {count} rows. Split it into several files.',
  },
  previewTitle: 'Before anyone is invited',
  doneTitle: 'Import complete',
  counts: {
    new: '{count, plural, one {# partner to invite} other {# partners to invite}}',
    known:
      '{count, plural, one {# is a partner already and stays} other {# are partners already and stay}} unchanged',
    wrong: '{count, plural, one {# row with an error is} other {# rows with errors are}} left out',
  },
  nothingNew:
    'There’s nobody to invite: everyone in the file is a partner already, or their row has an error.',
  allKnown: 'Everyone in this file is a partner already. Nothing changes.',
  rows: 'Rows of the file',
  line: 'Line',
  group: 'Group',
  link: 'Link',
  result: 'Result',
  results: { new: 'New', known: 'Partner already', wrong: 'Error' },
  invited: 'Invited',
  problems: {
    email_invalid: 'Not an email address: {value}',
    duplicate: 'This email address is in the file more than once',
    name_invalid: 'Not a name: {value}',
    group_unknown: 'No such group: {value}',
    group_not_permitted: 'You may not add partners to a group with a rate of its own: {value}',
    cell_rewritten:
      'A spreadsheet has changed this cell. Format the column as text, and export again: {value}',
    tags_invalid: 'Use up to 20 tags of up to 30 characters: {value}',
    link_invalid: 'A link has no spaces and up to 255 characters: {value}',
    link_taken: 'This link is already in use: {value}',
  },
  empty: '(empty)',
  invite: 'Invite {count, plural, one {# partner} other {# partners}}',
  inviteQuestion: 'Invite {count, plural, one {# partner} other {# partners}}?',
  emailsFollow: 'They’re approved at once, and each gets an invitation by email within a few minutes.',
  wereInvited: '{count, plural, one {# partner} other {# partners}} invited. Emails are on their way.',
});
