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
  commissionsEarnedInThisPeriod:
    'Commissions of sales in this period, minus refunds made in it, whenever the sales were.',
  utc: '{period} (UTC)',
  revenueAndCommission: 'Revenue and commission',
  conversionFunnel: 'Conversion funnel',
  topPartners: 'Top partners by sales',
  noPartnerActivity: 'No partner activity in this period',
  yourTopPartnersAppearHere: 'Your top partners appear here.',
  invitePartners: 'Invite partners',
  setUp: 'Set up your program',
  stepsDone: '{done} of {all} done',
  done: 'Done',
  toDo: 'To do',
  allowOrigin: 'Allow your site’s origin',
  invitePartner: 'Invite a partner and create their link',
  firstClick: 'First click from a partner link',
  firstLead: 'First lead',
  firstSale: 'First sale',
  partnerPayoutDetails: 'A partner adds payout details',
  needsAttention: 'Needs your attention',
  nothingNeedsAttention: 'Nothing needs your attention.',
  openClaims: '{count, plural, one {# open claim} other {# open claims}}',
  applications: '{count, plural, one {# application to review} other {# applications to review}}',
  payoutsOpen: '{count, plural, one {# payout} other {# payouts}} to send and mark as paid: {amount}',
  payoutsDue: '{count, plural, one {# payout due} other {# payouts due}}: {amount}',
  missingDetails:
    '{count, plural, one {# partner has a balance but no payout details} other {# partners have a balance but no payout details}}',
  heldCommissions: '{count, plural, one {# held commission} other {# held commissions}}',
  flaggedCommissions: 'Flagged pending commissions ({flag}): {count}',
  refusedOrigins:
    '{count, plural, one {# origin refused in the last 7 days} other {# origins refused in the last 7 days}}',
  unreportedVisits:
    '{count, plural, one {# visit} other {# visits}} through redirect links in the last 7 days that no page reported: check the script on the landing page',
  unprovenHosts:
    '{count, plural, one {# host of yours is used by another workspace} other {# hosts of yours are used by other workspaces}}',
  failingWebhooks: '{count, plural, one {# failing webhook} other {# failing webhooks}}',
  paymentEvents:
    '{count, plural, one {# payment event of the last 7 days had no effect} other {# payment events of the last 7 days had no effect}}',
});
