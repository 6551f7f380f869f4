export default {
  cohorts: 'Kohorten',
  description:
    'Kunden nach dem Monat ihres ersten Kaufs, und was sie in den Monaten danach gebracht haben: {period} (UTC)',
  show: 'Anzeigen',
  values: { revenue: 'Umsatz', commission: 'Provision', customers: 'Kunden' },
  firstSale: 'Erster Kauf',
  size: 'Kunden',
  noSaleYet: 'Noch kein Kauf',
  monthsAfter: 'Monat {after}',
  total: 'Summe',
  totalNote:
    'Beträge abzüglich Erstattungen; zusammen ergeben sie die Summe in den Berichten. Kohorten von vor dem Zeitraum sind Kunden, die weiter zahlen.',
  customersNote:
    'Kunden, die in dem Monat bezahlt haben, mit ihrem Anteil an allen Kunden, deren erster Kauf im Monat der Zeile war.',
  noSales: 'Keine Verkäufe in diesem Zeitraum',
  chooseAnotherPeriod: 'Wählen Sie einen anderen Zeitraum oder eine andere Währung.',
};
