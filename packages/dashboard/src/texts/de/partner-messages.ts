export default {
  message: 'Nachricht',
  messages: 'Nachrichten',
  sendAMessage: 'Nachricht senden',
  subject: 'Betreff',
  enterASubject: 'Geben Sie einen Betreff ein.',
  enterAMessage: 'Geben Sie eine Nachricht ein.',
  removeUnusualCharacters: 'Entfernen Sie Zeichen, die nicht angezeigt werden können.',
  plainText:
    'Reiner Text. Lassen Sie zwischen Absätzen eine Zeile leer. Links werden mit ihrer Adresse angezeigt.',
  send: 'An {count, plural, one {# Partner} other {# Partner}} senden',
  nobody: 'Niemand erhält diese Nachricht.',
  emailed:
    '{count, plural, one {# Partner erhält} other {# Partner erhalten}} sie im Portal und per E-Mail: {names}',
  inPortalOnly: {
    no_account:
      '{count, plural, one {# hat} other {# haben}} noch kein Konto; nach Annahme der Einladung steht die Nachricht im Portal: {names}',
    emails_off:
      '{count, plural, one {# hat} other {# haben}} solche E-Mails abbestellt; die Nachricht steht im Portal: {names}',
    no_email_server:
      '{count, plural, one {# erhält} other {# erhalten}} sie nur im Portal, weil svc keinen Mailserver hat: {names}',
  },
  notApproved:
    '{count, plural, one {# ist} other {# sind}} nicht freigegeben und {count, plural, one {erhält} other {erhalten}} sie nicht: {names}',
  sentInPortal:
    'Nachricht im Portal von {count, plural, one {# Partner} other {# Partnern}}, an {emailed} gemailt',
  notSignedInYet: '{count, plural, one {# hat} other {# haben}} sich noch nicht angemeldet',
  sent: 'Nachricht an {count, plural, one {# Partner} other {# Partner}} gesendet',
  sentToThem: 'Was Ihr Team diesem Partner geschrieben hat. Im Portal ist es zu lesen.',
  by: '{time} von {by}',
  toCount: 'an {count, plural, one {# Partner} other {# Partner}}',
  noEmail: {
    no_account: 'keine E-Mail: noch kein Konto',
    emails_off: 'keine E-Mail: abbestellt',
    no_email_server: 'keine E-Mail: kein Mailserver eingerichtet',
  },
  showAll: 'Alles anzeigen',
  showLess: 'Weniger anzeigen',
  showOlder: 'Ältere Nachrichten anzeigen',
  received: 'Erhalten',
  fromCompany: 'Was {workspace} seinen Partnern geschrieben hat.',
  isASaleMissing: 'Fehlt ein Verkauf? {link}',
  reportIt: 'Unter Nachbuchungen melden',
  noMessagesYet: 'Noch keine Nachrichten',
  messagesAppearHere: 'Neuigkeiten von {workspace} erscheinen hier.',
  loadingMessage: 'Nachricht wird geladen',
  thisMessageDoesNotExist: 'Diese Nachricht gibt es nicht',
};
