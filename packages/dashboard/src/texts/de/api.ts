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
  jobTitle: 'Das dauert einen Moment',
  jobProgress: 'Fortschritt',
  jobStarted: 'Wird bearbeitet …',
  jobWaiting: 'Wartet, bis andere Aufgaben fertig sind',
  jobRows: '{done} von {total} Zeilen',
  jobRowsSoFar: 'Bisher {done} Zeilen',
  jobCancelled: 'Abgebrochen. Es wurde nichts geändert.',
};
