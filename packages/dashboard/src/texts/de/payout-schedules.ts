export default {
  payoutSchedule: 'Auszahlungsplan',
  prepareAPayoutRun: 'Auszahlungslauf vorbereiten',
  choices: {
    none: 'Nur wenn jemand ihn erstellt',
    week: 'Jede Woche',
    half_month: 'Zweimal im Monat, am 1. und 15.',
    month: 'Jeden Monat',
  },
  dayOfTheWeek: 'Wochentag',
  dayOfTheMonth: 'Tag des Monats',
  minimumIsUnder: 'Ab welchem Betrag Partner ausgezahlt werden, steht unter {terms}.',
  runsAreMadeByHand:
    'Auszahlungsläufe werden von Hand erstellt: Jemand aus Ihrem Team erstellt sie unter „Auszahlungen“.',
  whatTheRunContains:
    'Der Lauf enthält alle, deren Saldo fällig ist, auch gesperrte Partner und solche ohne Auszahlungsdaten. Inhaber und Administratoren werden benachrichtigt. Es wird nichts automatisch bezahlt: Überweisen Sie das Geld und markieren Sie die Auszahlungen als ausgezahlt, oder stornieren Sie sie. Kann niemand bezahlt werden, wird kein Lauf erstellt.',
  next: 'Nächster Lauf: {time}, {timeZone}',
  noneWhileArchived: 'Solange das Programm archiviert ist, werden keine Läufe vorbereitet.',
  byHand: 'Von Hand',
  everyWeek: 'Jeden {weekday}',
  everyHalfMonth: 'Am 1. und 15. jedes Monats',
  everyMonth: 'Am {day}. jedes Monats',
  nextRunIsPrepared: 'Der nächste Lauf wird vorbereitet: {time}, {timeZone} · {link}',
  nextRunIsPreparedOn: 'Der nächste Lauf wird vorbereitet: {time}, {timeZone}',
  runsByHand: 'Läufe werden von Hand erstellt · {link}',
  runsAreByHand: 'Läufe werden von Hand erstellt',
  setASchedule: 'Plan festlegen',
  changeSchedule: 'Plan ändern',
};
