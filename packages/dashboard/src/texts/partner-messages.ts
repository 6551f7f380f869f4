import { messages } from '../language/messages.js';

/** Texts of messages to partners. */
export const texts = messages('partner-messages', {
  message: 'Message',
  messages: 'Messages',
  sendAMessage: 'Send a message',
  subject: 'Subject',
  enterASubject: 'Enter a subject.',
  enterAMessage: 'Enter a message.',
  removeUnusualCharacters: 'Remove characters that can’t be displayed.',
  plainText: 'Plain text. Leave an empty line between paragraphs. Links are shown with their address.',
  send: 'Send to {count, plural, one {# partner} other {# partners}}',
  nobody: 'Nobody gets this message.',
  emailed:
    '{count, plural, one {# partner gets} other {# partners get}} it in the portal and by email: {names}',
  inPortalOnly: {
    no_account:
      '{count, plural, one {# has} other {# have}} no account yet; the message will be in the portal when they accept their invitation: {names}',
    emails_off:
      '{count, plural, one {# has} other {# have}} turned off such emails; the message is in the portal: {names}',
    no_email_server:
      '{count, plural, one {# partner gets} other {# partners get}} it in the portal only, because svc has no email server: {names}',
  },
  notApproved: '{count, plural, one {# is} other {# are}} not approved and won’t get it: {names}',
  sentInPortal:
    'Message in the portal of {count, plural, one {# partner} other {# partners}}, emailed to {emailed}',
  notSignedInYet: '{count, plural, one {# has} other {# have}} not signed in yet',
  sent: 'Message sent to {count, plural, one {# partner} other {# partners}}',
  sentToThem: 'What your team has sent to this partner. They can read it in the portal.',
  by: '{time} by {by}',
  toCount: 'to {count, plural, one {# partner} other {# partners}}',
  noEmail: {
    no_account: 'not emailed: no account yet',
    emails_off: 'not emailed: such emails are turned off',
    no_email_server: 'not emailed: no email server was set up',
  },
  showAll: 'Show all',
  showLess: 'Show less',
  showOlder: 'Show older messages',
  received: 'Received',
  fromCompany: 'What {workspace} has written to its partners.',
  isASaleMissing: 'Is a sale missing? {link}',
  reportIt: 'Report it under Claims',
  noMessagesYet: 'No messages yet',
  messagesAppearHere: 'News from {workspace} appears here.',
  loadingMessage: 'Loading message',
  thisMessageDoesNotExist: 'This message doesn’t exist',
});
