import { messages } from '../language/messages.js';

/** Texts of breakdowns: what each value of a parameter, page, link, partner or code brought. */
export const texts = messages('breakdown', {
  breakdown: 'Breakdown',
  breakDownBy: 'Break down by',
  beforeRefunds: 'Amounts are before refunds. Bots and tests are excluded.',
  parameters: 'Parameters of the link',
  visit: 'Visit',
  credit: 'Credit',
  by: {
    referrer_host: 'Referrer',
    landing_path: 'Landing page',
    link: 'Link',
    partner: 'Partner',
    code: 'Code',
  },
  noValue: 'No value',
  otherValues: 'Other values',
  total: 'Total',
  grossRevenue: 'Gross revenue',
  grossCommission: 'Gross commission',
  uniqueClicks: 'Unique clicks',
  grossEpc: 'Gross EPC',
  noActivityInThisPeriod: 'No activity in this period',
  chooseAnotherPeriod: 'Choose another period. Clicks, leads and sales appear here by where they came from.',
});
