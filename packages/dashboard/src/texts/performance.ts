import { messages } from '../language/messages.js';

/** Texts of what one link or code brought, and of the rates that pages share. */
export const texts = messages('performance', {
  conversion: 'Conversion',
  conversionHint: 'New customers per click. Renewals do not count.',
  epc: 'EPC',
  epcHint: 'Earnings per click: commission after reversals, divided by clicks.',
  refundRate: 'Refund rate',
  refundRateHint: 'Refunds of this period, divided by its revenue before refunds.',
  clicksHint: 'Visits by people. Bots, headless browsers and tests are not counted.',
  leadsHint: 'Visitors who signed up.',
  salesHint: 'First and repeat purchases.',
  revenueHint: 'Customer payments in this period, minus refunds.',
  commissionHint: 'Commissions of sales in this period, minus refunds made in it, whenever the sales were.',
  noClicks: 'no clicks',
  noRevenue: 'no revenue',
  commissionAndRevenue: 'Revenue and commission',
  newestSales: 'Newest sales',
  newestCommissions: 'Newest commissions',
  noSalesYet: 'No sales yet',
  salesAppearHere: 'The sales it brings appear here.',
  linkMissing: 'This link does not exist',
  codeMissing: 'This code does not exist',
  allLinks: 'All links',
  allCodes: 'All codes',
  editLink: 'Edit link',
  editCode: 'Edit code',
});
