export default {
  integration: 'Integration',
  connectYourSiteInThree:
    'Verbinden Sie Ihre Website in drei Schritten. Diese Seite aktualisiert sich selbst.',
  everythingIsConnected: 'Alles ist live',
  ofStepsLive: '{done} von {steps} Schritten live',
  liveIn7Days: {
    click:
      '{count, plural, =0 {Keine echten Klicks in den letzten 7 Tagen. Tests zählen nicht.} one {# echter Klick in den letzten 7 Tagen.} other {# echte Klicks in den letzten 7 Tagen.}}',
    signUp:
      '{count, plural, =0 {Keine echten Registrierungen in den letzten 7 Tagen. Tests zählen nicht.} one {# echte Registrierung in den letzten 7 Tagen.} other {# echte Registrierungen in den letzten 7 Tagen.}}',
    sale: '{count, plural, =0 {Keine echten Verkäufe in den letzten 7 Tagen. Tests zählen nicht.} one {# echter Verkauf in den letzten 7 Tagen.} other {# echte Verkäufe in den letzten 7 Tagen.}}',
  },
  refusedInTheLast7Days: 'In den letzten 7 Tagen abgewiesen',
  fromASiteThatIsNotListed:
    '{count, plural, one {# Anfrage} other {# Anfragen}} von {origin}, das nicht zu den Websites oben gehört. Fügen Sie es hinzu, wenn es Ihnen gehört. Zuletzt: {time}',
  withAnUnknownLink:
    '{count, plural, one {# Klick} other {# Klicks}} mit {value}, das kein Link eines freigegebenen Partners hat. Zuletzt: {time}',
  clicksSignUpsAndPayments: 'Klicks, Registrierungen und Zahlungen werden erfasst. Sie sind startklar.',
  lastChecked: 'Zuletzt geprüft {time}',
  viewEvents: 'Ereignisse anzeigen',
  beforeYouTest: 'Bevor Sie testen',
  addAPartnerFirst: 'Fügen Sie zuerst einen Partner hinzu',
  testEventsFollowAPartners:
    'Testereignisse folgen dem Link eines Partners, und dieses Programm hat noch keine freigegebenen Partner.',
  inviteAPartner: 'Partner einladen',
  tellYourTeam: 'Neue Verkäufe in Slack, Discord oder eigenen Systemen: {link}',
  resources: 'Hilfsmittel',
  authenticateYourServer: '{link}: Ihren Server authentifizieren',
  everyRequestWithItsFields: '{link}: jede Anfrage mit ihren Feldern und Antworten',
  http: 'HTTP',
  httpReference: 'HTTP-Referenz',
  guidesForTheBrowser: '{link}: Browser, Server, Zahlungsanbieter, Testmodus und alle Fehlermeldungen',
  guides: 'Anleitungen',
  keepClickInSafari:
    'Safari löscht Cookies des Skripts nach sieben Tagen, manche nach 24 Stunden. Um den Klick länger zu behalten, rufen Sie auf Ihrem eigenen Server lastingClickIdCookie aus @svc/node auf.',
  scriptTag: 'Script-Tag',
  addThisToEveryPage:
    'Fügen Sie dies auf jeder Seite ein, auf der Besucher ankommen. Es lädt asynchron und blockiert Ihre Seite nie.',
  npmPackage: 'npm-Paket',
  forAppsWithABundler: 'Für Anwendungen mit Bundler. Einmal beim Start ausführen.',
  nodeJs: 'Node.js',
  callThisOnYourServer:
    'Rufen Sie dies auf Ihrem Server auf, wenn ein Konto erstellt wird. Die Klick-ID steht im Cookie der Anfrage des Besuchers.',
  forAnyOtherLanguage:
    'Für jede andere Sprache. Die Klick-ID steht im Cookie svc_click_id der Anfrage des Besuchers.',
  browser: 'Browser',
  forSitesWithoutAServer:
    'Für Websites ohne Server. Rufen Sie dies auf, sobald das Konto existiert. Vom Server zu melden ist zuverlässiger.',
  connectYourStripeAccount:
    'Verbinden Sie Ihr Stripe-Konto und fügen Sie jedem Checkout diese Metadaten hinzu. Verkäufe, Verlängerungen und Rückerstattungen werden dann automatisch erfasst.',
  reportEachPaymentAndRefund:
    'Melden Sie jede Zahlung und Rückerstattung von Ihrem Server. Beträge stehen in der kleinsten Währungseinheit: 49,00 ist 4900.',
  forAnyOtherLanguageUse:
    'Für jede andere Sprache. Verwenden Sie Ihre eigene Transaktions-ID, damit ein Verkauf gefahrlos erneut gesendet werden kann.',
  trackVisits: 'Besuche erfassen',
  rememberWhichPartnersLinkBrought: 'Merken, welcher Partnerlink einen Besucher gebracht hat.',
  waysToTrackVisits: 'Wege, Besuche zu erfassen',
  noSiteCanReportVisits: 'Noch kann keine Website Besuche melden. ',
  onlyTheseSitesCanReport: 'Nur diese Websites können Besuche melden. ',
  addASite: 'Website hinzufügen',
  change: 'Ändern',
  reportSignUps: 'Registrierungen melden',
  linkTheVisitor:
    'Den Besucher mit seinem Konto verknüpfen, damit spätere Zahlungen dem richtigen Partner zugeordnet werden.',
  waysToReportSignUps: 'Wege, Registrierungen zu melden',
  thisProgramAcceptsSignUps: 'Dieses Programm nimmt Registrierungen nur von Servern an. {link}',
  programSettings: 'Programmeinstellungen',
  svcApiKey: 'SVC_API_KEY ist ein API-Schlüssel für dieses Programm. {link}',
  getAKey: 'Schlüssel erstellen',
  reportPayments: 'Zahlungen melden',
  eachPaymentFromAReferred:
    'Jede Zahlung eines vermittelten Kunden wird als Verkauf erfasst und kann Provision bringen.',
  paymentProvider: 'Zahlungsanbieter:',
  connectPaymentProvider: 'Zahlungsanbieter verbinden',
  thisStepCompletesWhen:
    'Dieser Schritt ist live mit der ersten Zahlung, die Ihr Server meldet. Oder verbinden Sie einen Zahlungsanbieter, der sie für Sie meldet.',
  waysToReportPayments: 'Wege, Zahlungen zu melden',
  sendTest: '{type, select, click {Testklick senden} lead {Test-Lead senden} other {Testverkauf senden}}',
  lastTest:
    '{type, select, click {Letzter Testklick: {time}} lead {Letzter Test-Lead: {time}} other {Letzter Testverkauf: {time}}}',
  recordedAVisitorFollowed: 'Erfasst. Ein Besucher folgte {affiliateUrl} und erhielt die Klick-ID {clickId}.',
  recordedTheVisitorSignedUp: 'Erfasst. Der Besucher hat sich als {customerKey} registriert.',
  recordedCustomerPaidInTransaction:
    'Erfasst. Kunde {customerKey} hat in der Transaktion {transactionId} bezahlt. Testverkäufe bringen keine Provision.',
  code: 'Code: {label}',
  webhooks: 'Webhooks',
};
