import { messages } from '../language/messages.js';

/** Texts of the overview pages. */
export const texts = messages('overview', {
  oneClick: 'click',
  oneLead: 'lead',
  oneCustomer: 'customer',
  oneSale: 'sale',
  visitsThroughPartnerLinksExcluding:
    'Visits by people through partner links. Bots, headless browsers (browsers run by a program, without a window) and test clicks are not counted.',
  botsAreNotCounted:
    'Clicks by bots and headless browsers are recorded, but not counted. The events list shows them.',
  signUpsCredited: 'Sign-ups credited to a partner.',
  unattributedLeads: '+ {count} not credited to a partner',
  leadsWhoPaid: 'Leads who paid for the first time.',
  customerPaymentsInThisPeriod: 'Customer payments in this period, minus refunds.',
  commissionsEarnedInThisPeriod: 'Commissions earned in this period, minus reversals after refunds.',
  utc: '{period} (UTC)',
  revenueAndCommission: 'Revenue and commission',
  conversionFunnel: 'Conversion funnel',
  topPartners: 'Top partners',
  noPartnerActivity: 'No partner activity in this period',
  yourTopPartnersAppearHere: 'Your top partners appear here.',
  invitePartners: 'Invite partners',
});
