import { messages } from '../language/messages.js';

/** Texts of breakdowns: what each value of a parameter, page, link, partner or code brought. */
export const texts = messages('breakdown', {
  breakdown: 'Breakdown',
  breakDownBy: 'Break down by',
  ofTheProgram:
    'Amounts are before refunds. Leads include those credited to no partner. Bots and tests are excluded.',
  withoutValues: '{label} – no values',
  beforeRefunds: 'Amounts are before refunds. Bots and tests are excluded.',
  parameters: 'Campaigns and other parameters of the link',
  visit: 'Visit',
  credit: 'Credit',
  by: {
    referrer_host: 'Referrer',
    landing_path: 'Landing page',
    link: 'Link',
    partner: 'Partner',
    code: 'Code',
    sub1: 'Sub-ID 1 (sub1)',
    sub2: 'Sub-ID 2 (sub2)',
    sub3: 'Sub-ID 3 (sub3)',
    sub4: 'Sub-ID 4 (sub4)',
    sub5: 'Sub-ID 5 (sub5)',
    utm_source: 'Source (utm_source)',
    utm_medium: 'Medium (utm_medium)',
    utm_campaign: 'Campaign (utm_campaign)',
    utm_term: 'Term (utm_term)',
    utm_content: 'Content (utm_content)',
  },
  noLinkHasIt:
    'No link that was clicked in this period had {parameter} in its address. Partners add it in their link builder.',
  without: {
    referrer_host: 'No website known',
    link: 'Without a link',
    partner: 'Without a partner',
    code: 'Without a code',
  },
  noValue: 'No value',
  otherValues: 'Other values',
  total: 'Total',
  grossRevenue: 'Gross revenue',
  grossCommission: 'Gross commission',
  uniqueClicks: 'Unique clicks',
  grossEpc: 'Gross EPC',
  grossEpcHint: 'Gross commission per click.',
  noActivityInThisPeriod: 'No activity in this period',
  chooseAnotherPeriod: 'Choose another period. Clicks, leads and sales appear here by where they came from.',
});
