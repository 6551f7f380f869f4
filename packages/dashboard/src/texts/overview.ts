/** Texts of the overview pages. */
export const texts = {
  oneClick: 'click',
  oneLead: 'lead',
  oneCustomer: 'customer',
  oneSale: 'sale',
  visitsThroughPartnerLinksExcluding: 'Visits through partner links, excluding tests and known bots.',
  visitorsWhoSignedUp: 'Visitors who signed up.',
  leadsWhoPaid: 'Leads who paid for the first time.',
  customerPaymentsInThisPeriod: 'Customer payments in this period, minus refunds.',
  commissionsEarnedInThisPeriod: 'Commissions earned in this period, minus reversals after refunds.',
  utc: (period: string) => `${period} (UTC)`,
  revenueAndCommission: 'Revenue and commission',
  conversionFunnel: 'Conversion funnel',
  topPartners: 'Top partners',
  noPartnerActivity: 'No partner activity in this period',
  yourTopPartnersAppearHere: 'Your top partners appear here.',
  invitePartners: 'Invite partners',
} as const;
