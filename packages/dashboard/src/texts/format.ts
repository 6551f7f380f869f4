import { plural } from '../format/number.js';

/** Texts of periods, devices and commission rules. */
export const texts = {
  unknownBrowser: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  presets: {
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
    month: 'This month',
    'last-month': 'Last month',
  },
  rules: {
    percent: {
      everySale: (share: string) => `${share} of every sale`,
      firstSale: (share: string) => `${share} of a customer’s first sale`,
      firstMonths: (share: string, months: number) =>
        `${share} of every sale in a customer’s first ${plural(months, 'month')}`,
    },
    flat: {
      everySale: (amount: string) => `${amount} for every sale`,
      firstSale: (amount: string) => `${amount} for a customer’s first sale`,
      firstMonths: (amount: string, months: number) =>
        `${amount} for every sale in a customer’s first ${plural(months, 'month')}`,
    },
    clauses: {
      firstSale: (clauses: string) => `On a customer’s first sale: ${clauses}`,
      firstMonths: (clauses: string, months: number) =>
        `In a customer’s first ${plural(months, 'month')}: ${clauses}`,
    },
    limited: (rule: string, amount: string) => `${rule}, at most ${amount} per customer`,
  },
  theProgramsRate: 'The program’s rate',
} as const;
