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
  minimumIs: 'Mindestauszahlung: {minimums}. Ändern Sie sie unter {terms}.',
  noMinimum: 'Es gibt keine Mindestauszahlung. Legen Sie eine unter {terms} fest.',
  runsAreMadeByHand:
    'Auszahlungsläufe werden von Hand erstellt: Jemand aus Ihrem Team erstellt sie unter „Auszahlungen“.',
  whatTheRunContains:
    'Der Lauf enthält alle, deren Saldo fällig ist, außer gesperrten Partnern und solchen ohne Auszahlungsdaten: Ihre Salden bleiben fällig. Inhaber und Administratoren werden benachrichtigt. Kann niemand bezahlt werden, wird kein Lauf erstellt.',
  nothingIsSent:
    'Geld wird nie automatisch gesendet: Sie überweisen es per Bank, PayPal oder Wise mit den Dateien des Laufs und markieren die Auszahlungen als ausgezahlt.',
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
