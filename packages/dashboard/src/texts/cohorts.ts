import { messages } from '../language/messages.js';

/** Texts of the cohorts page. */
export const texts = messages('cohorts', {
  cohorts: 'Cohorts',
  description:
    'Customers by the month of their first sale, and what they brought in the months after: {period} (UTC)',
  show: 'Show',
  values: { revenue: 'Revenue', commission: 'Commission', customers: 'Customers' },
  firstSale: 'First sale',
  size: 'Customers',
  noSaleYet: 'No sale yet',
  monthsAfter: 'Month {after}',
  total: 'Total',
  totalNote:
    'Amounts are net of refunds and add up to the total in Reports. Cohorts from before the period are customers who still pay.',
  customersNote:
    'Customers who paid in the month. The share is of all customers with their first sale in the row’s month.',
  noSales: 'No sales in this period',
  chooseAnotherPeriod: 'Choose another period or currency.',
});
