export default {
  refunded: '{amount} erstattet',
  paymentsFromReferredCustomersSelect:
    'Zahlungen vermittelter Kunden. Wählen Sie einen Verkauf, um seine Provision und den Grund dafür zu sehen.',
  noMatchingSales: 'Keine passenden Verkäufe',
  noSalesYet: 'Noch keine Verkäufe',
  salesAppearHereWhen: 'Verkäufe erscheinen hier, wenn Ihr Server oder Zahlungsanbieter sie meldet.',
  testSalesAreMarkedEarn:
    'Testverkäufe sind gekennzeichnet, bringen keine Provision und sind in Summen nicht enthalten.',
  datesOfSales:
    'Die Daten sind in UTC und zeigen, wann ein Verkauf stattfand; Berichte zählen ihn an dem Tag, an dem er erfasst wurde.',
  enterASale: 'Verkauf eingeben',
  enterSale: 'Verkauf eingeben',
  saleEntered: 'Verkauf eingegeben',
  orderNumber: 'Bestellnummer',
  asYourServerWould: 'Die Transaktions-ID, die Ihr Server gesendet hätte. Sie wird einmal angenommen.',
  enterAnOrderNumber: 'Geben Sie eine Bestellnummer ein',
  customerKey: 'Kunden-ID',
  newCustomersAreAssigned:
    'Ihre ID für den Kunden, die auch Ihr Server sendet. Ein neuer Kunde wird dem Partner zugeordnet; ein Kunde eines anderen Partners bleibt für alle anderen Verkäufe bei diesem.',
  enterACustomerKey: 'Geben Sie die ID des Kunden ein',
  soldOn: 'Datum des Verkaufs',
  leaveItEmptyForNow: 'Leer lassen, wenn der Verkauf gerade stattfand.',
  refunds: 'Erstattungen',
  withRefunds: 'Mit Erstattungen',
  withoutRefunds: 'Ohne Erstattungen',
  searchSales: 'Bestellung, Kunde, Partner oder Betrag',
};
