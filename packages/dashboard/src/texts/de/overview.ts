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
    'Provisionen aus Verkäufen in diesem Zeitraum, abzüglich der Rückerstattungen darin, gleich aus welcher Zeit die Verkäufe sind.',
  utc: '{period} (UTC)',
  revenueAndCommission: 'Umsatz und Provision',
  conversionFunnel: 'Conversion-Trichter',
  topPartners: 'Beste Partner nach Verkäufen',
  noPartnerActivity: 'Keine Partneraktivität in diesem Zeitraum',
  yourTopPartnersAppearHere: 'Ihre besten Partner erscheinen hier.',
  invitePartners: 'Partner einladen',
  setUp: 'Programm einrichten',
  stepsDone: '{done} von {all} erledigt',
  done: 'Erledigt',
  toDo: 'Offen',
  allowOrigin: 'Origin Ihrer Website erlauben',
  invitePartner: 'Einen Partner einladen und seinen Link anlegen',
  firstClick: 'Erster Klick über einen Partnerlink',
  firstLead: 'Erster Lead',
  firstSale: 'Erster Verkauf',
  partnerPayoutDetails: 'Ein Partner hinterlegt Auszahlungsdaten',
  needsAttention: 'Zu erledigen',
  nothingNeedsAttention: 'Zurzeit gibt es nichts zu erledigen.',
  openClaims: '{count, plural, one {# offene Nachbuchungsanfrage} other {# offene Nachbuchungsanfragen}}',
  applications: '{count, plural, one {# Bewerbung zu prüfen} other {# Bewerbungen zu prüfen}}',
  payoutsOpen:
    '{count, plural, one {# Auszahlung} other {# Auszahlungen}} zu überweisen und als ausgezahlt zu markieren: {amount}',
  payoutsDue: '{count, plural, one {# fällige Auszahlung} other {# fällige Auszahlungen}}: {amount}',
  missingDetails:
    '{count, plural, one {# Partner hat ein Guthaben, aber keine Auszahlungsdaten} other {# Partner haben ein Guthaben, aber keine Auszahlungsdaten}}',
  heldCommissions: '{count, plural, one {# zurückgehaltene Provision} other {# zurückgehaltene Provisionen}}',
  flaggedCommissions: 'Markierte ausstehende Provisionen ({flag}): {count}',
  refusedOrigins:
    '{count, plural, one {# abgelehnter Origin in den letzten 7 Tagen} other {# abgelehnte Origins in den letzten 7 Tagen}}',
  unreportedVisits:
    '{count, plural, one {# Besuch} other {# Besuche}} über Weiterleitungslinks in den letzten 7 Tagen, von keiner Seite gemeldet: Skript auf der Zielseite prüfen',
  unprovenHosts:
    '{count, plural, one {# Ihrer Hosts wird von einem anderen Workspace genutzt} other {# Ihrer Hosts werden von anderen Workspaces genutzt}}',
  failingWebhooks: '{count, plural, one {# fehlerhafter Webhook} other {# fehlerhafte Webhooks}}',
  paymentEvents:
    '{count, plural, one {# Zahlungsereignis der letzten 7 Tage blieb ohne Wirkung} other {# Zahlungsereignisse der letzten 7 Tage blieben ohne Wirkung}}',
};
