export default {
  oneClick: 'Klick',
  oneLead: 'Lead',
  oneCustomer: 'Kunde',
  oneSale: 'Verkauf',
  visitsThroughPartnerLinksExcluding:
    'Besuche von Menschen über Partnerlinks. Bots, Headless-Browser (von Programmen gesteuerte Browser ohne Fenster) und Testklicks werden nicht gezählt.',
  botsAreNotCounted:
    'Klicks von Bots und Headless-Browsern werden erfasst, aber nicht gezählt. Die Ereignisliste zeigt sie.',
  signUpsCredited: 'Registrierungen, die einem Partner zugeordnet sind.',
  unattributedLeads: '+ {count} keinem Partner zugeordnet',
  leadsWhoPaid: 'Leads, die zum ersten Mal bezahlt haben.',
  customerPaymentsInThisPeriod: 'Zahlungen von Kunden in diesem Zeitraum, abzüglich Rückerstattungen.',
  commissionsEarnedInThisPeriod:
    'In diesem Zeitraum verdiente Provisionen, abzüglich Rückbuchungen nach Rückerstattungen.',
  utc: '{period} (UTC)',
  revenueAndCommission: 'Umsatz und Provision',
  conversionFunnel: 'Conversion-Trichter',
  topPartners: 'Beste Partner',
  noPartnerActivity: 'Keine Partneraktivität in diesem Zeitraum',
  yourTopPartnersAppearHere: 'Ihre besten Partner erscheinen hier.',
  invitePartners: 'Partner einladen',
};
