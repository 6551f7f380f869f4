export default {
  theServiceRespondedWithStatus: 'Der Dienst hat mit dem Status {status} geantwortet.',
  tryAgainInSeconds:
    '{seconds, plural, one {Versuchen Sie es in # Sekunde erneut.} other {Versuchen Sie es in # Sekunden erneut.}}',
  tryAgainInMinutes:
    '{minutes, plural, one {Versuchen Sie es in # Minute erneut.} other {Versuchen Sie es in # Minuten erneut.}}',
  tryAgainInHours:
    '{hours, plural, one {Versuchen Sie es in # Stunde erneut.} other {Versuchen Sie es in # Stunden erneut.}}',
  theServiceCouldNot:
    'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  somethingWentWrong: 'Etwas ist schiefgelaufen',
};
