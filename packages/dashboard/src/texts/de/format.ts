export default {
  unknownBrowser: 'Unbekannter Browser',
  on: '{browser} auf {system}',
  presets: {
    today: 'Heute',
    '7d': 'Letzte 7 Tage',
    '30d': 'Letzte 30 Tage',
    '90d': 'Letzte 90 Tage',
    '12m': 'Letzte 12 Monate',
    month: 'Dieser Monat',
    'last-month': 'Letzter Monat',
  },
  rules: {
    percent: {
      everySale: '{share} von jedem Verkauf',
      firstSale: '{share} vom ersten Verkauf an einen Kunden',
      firstMonths:
        '{months, plural, one {{share} von jedem Verkauf im ersten Monat eines Kunden} other {{share} von jedem Verkauf in den ersten # Monaten eines Kunden}}',
    },
    flat: {
      everySale: '{share} für jeden Verkauf',
      firstSale: '{share} für den ersten Verkauf an einen Kunden',
      firstMonths:
        '{months, plural, one {{share} für jeden Verkauf im ersten Monat eines Kunden} other {{share} für jeden Verkauf in den ersten # Monaten eines Kunden}}',
    },
    clauses: {
      firstSale: 'Beim ersten Verkauf an einen Kunden: {clauses}',
      firstMonths:
        '{months, plural, one {Im ersten Monat eines Kunden: {clauses}} other {In den ersten # Monaten eines Kunden: {clauses}}}',
    },
    short: {
      firstSale: '{share}, erster\u00A0Verkauf',
      firstMonths: '{share}, {months, plural, one {#\u00A0Monat} other {#\u00A0Monate}}',
    },
    limited: '{rule}, höchstens {amount} pro Kunde',
  },
  theProgramsRate: 'Der Satz des Programms',
};
