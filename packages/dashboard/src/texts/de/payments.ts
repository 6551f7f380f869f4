export default {
  paid: 'Bezahlt',
  meanings: {
    not_connected: 'Kein Konto ist verbunden. Nur Verkäufe, die Ihr Server meldet, werden erfasst.',
    pending: 'Jemand verbindet gerade ein Konto. Diese Seite aktualisiert sich selbst.',
    connected:
      'Zahlungen, Verlängerungen, Rückerstattungen und Zahlungsanfechtungen werden laufend erfasst. Partner werden nicht über Stripe bezahlt, sondern mit Auszahlungsläufen.',
    restricted:
      'Das Konto ist verbunden, aber Stripe lässt es derzeit keine Zahlungen annehmen. Melden Sie sich bei Stripe an, um zu sehen, was fehlt.',
    disconnected:
      'Das Konto wurde getrennt. Neue Ereignisse werden ignoriert; erfasste Daten bleiben erhalten.',
  },
  waitingForStripe: 'Warten auf Stripe',
  connectStripe: 'Stripe verbinden',
  reconnect: 'Erneut verbinden',
  replaceAccount: 'Konto ersetzen',
  replaceTheAccount: 'Konto ersetzen?',
  youllChooseTheNewAccount:
    'Das neue Konto wählen Sie bei Stripe. Danach werden nur dessen Zahlungen erfasst; Ereignisse des bisherigen Kontos werden ignoriert, auch Rückerstattungen erfasster Verkäufe. Bis Sie fertig sind, ändert sich nichts.',
  chooseAccount: 'Konto wählen',
  continueWithYourPaymentProvider: 'Weiter beim Zahlungsanbieter',
  stripeHasOpened:
    'Stripe wurde in einem neuen Tab geöffnet. Falls nicht: {link}, in diesem Browser. Der Link gilt 10 Minuten. Diese Seite aktualisiert sich, sobald Sie fertig sind.',
  openItHere: 'hier öffnen',
  connected: 'Verbunden',
  acceptsPayments: 'Nimmt Zahlungen an',
  yes: 'Ja',
  no: 'Nein',
  payoutsEnabled: 'Zahlt auf Ihr Bankkonto aus',
  stripeIsntConfigured: 'Stripe ist auf diesem Dienst nicht eingerichtet',
  askYourAdministratorToSet:
    'Bitten Sie Ihren Administrator, diese Variablen zu setzen und den Dienst neu zu starten:',
  andToConnectAccounts: '{code} und {code2}, um Konten zu verbinden.',
  toVerifyEventsFromStripe:
    '{code}, um Ereignisse von Stripe zu prüfen. Bis dahin werden Ereignisse abgewiesen.',
  names: {
    checkout: 'Einmalzahlungen',
    subscription_start: 'Neue Abonnements',
    renewal: 'Verlängerungen',
    invoice: 'Rechnungen',
  },
  payments: 'Zahlungen',
  paymentCount: '{payments, plural, one {# Zahlung} other {# Zahlungen}}',
  withMetadata: 'Mit Metadaten',
  share: 'Anteil',
  nextStep: 'Nächster Schritt',
  metadataCoverage: 'Abdeckung durch Metadaten',
  aPaymentIsCredited:
    'Eine Zahlung wird einem Partner zugeordnet, wenn ihre Metadaten {code} und entweder {code2} oder {code3} enthalten. Diese Tabelle zeigt, auf wie viele Zahlungen der letzten 90 Tage das zutraf.',
  paymentsByType: 'Zahlungen nach Art',
  noPaymentsYet: 'Noch keine Zahlungen',
  onceYourAccountIsConnected:
    'Sobald Ihr Konto verbunden ist und Kunden bezahlen, zeigt diese Tabelle, ob sich ihre Zahlungen zuordnen lassen.',
  noneEveryPayment: 'Keiner. Jede Zahlung hat die Metadaten.',
  firstPaymentWithoutIt: 'Erste Zahlung ohne: {transactionId}',
  processed: 'Verarbeitet',
  waiting: 'Wartet',
  ignored: 'Ignoriert',
  failed: 'Fehlgeschlagen',
  everyEventReceivedFromStripe:
    'Jedes von Stripe empfangene Ereignis und wie es verarbeitet wurde. Ignorierte und fehlgeschlagene können Sie erneut verarbeiten, wenn die Ursache behoben ist.',
  paymentProviderEvents: 'Ereignisse des Zahlungsanbieters',
  eventsAppearHereWhenStripe: 'Ereignisse erscheinen hier, sobald Stripe das erste sendet.',
  noMatchingEvents: 'Keine passenden Ereignisse',
  result: 'Ergebnis',
  attemptedTimes: '{attempts} Versuche.',
  received: 'Empfangen',
  still: 'Weiterhin {status}: {reason}',
  tryAgain: 'Erneut versuchen: {type}',
};
