import { messages } from '../language/messages.js';

/** Texts of periods, devices and commission rules. */
export const texts = messages('format', {
  unknownBrowser: 'Unknown browser',
  on: '{browser} on {system}',
  presets: {
    today: 'Today',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
    '12m': 'Last 12 months',
    month: 'This month',
    'last-month': 'Last month',
  },
  rules: {
    percent: {
      everySale: '{share} of every sale',
      firstSale: '{share} of a customer’s first sale',
      firstMonths:
        '{share} of every sale in a customer’s first {months, plural, one {# month} other {# months}}',
    },
    flat: {
      everySale: '{share} for every sale',
      firstSale: '{share} for a customer’s first sale',
      firstMonths:
        '{share} for every sale in a customer’s first {months, plural, one {# month} other {# months}}',
    },
    clauses: {
      firstSale: 'On a customer’s first sale: {clauses}',
      firstMonths: 'In a customer’s first {months, plural, one {# month} other {# months}}: {clauses}',
    },
    short: {
      firstSale: '{share}, first\u00A0sale',
      firstMonths: '{share}, {months, plural, one {#\u00A0month} other {#\u00A0months}}',
    },
    limited: '{rule}, at most {amount} per customer',
  },
  theProgramsRate: 'The program’s rate',
});
