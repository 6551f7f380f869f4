export default {
  answerSentToThePartner: 'Antwort an den Partner gesendet',
  chooseAnAnswer: 'Wählen Sie eine Antwort',
  enterAMessage: 'Geben Sie eine Nachricht an den Partner ein',
  yourAnswer: 'Ihre Antwort',
  sendAnswer: 'Antwort senden',
  isThePartnerRight: 'Hat der Partner recht?',
  yesAccept: 'Ja, annehmen',
  acceptingAClaimDoesntRecord:
    'Die Annahme allein ändert keine Provision. Fügen Sie eine Korrektur hinzu, oder melden Sie den Verkauf von Ihrem Server.',
  noReject: 'Nein, ablehnen',
  messageToThePartner: 'Nachricht an den Partner',
  youCanAnswerAClaim: 'Sie können eine Anfrage einmal beantworten und die Antwort danach nicht mehr ändern.',
  missingSale: 'Fehlender Verkauf',
  submittedBy: 'Gesendet von {partner}, {time}',
  partnersMessage: 'Nachricht des Partners',
  noMessageProvided: 'Keine Nachricht angegeben.',
  orderCheck: 'Prüfung der Bestellung',
  viewTheSale: 'Verkauf und Provision anzeigen',
  itIsOf: 'Er ist {partner} zugeordnet.',
  answered: 'Beantwortet {time}',
  notAnsweredYet: 'Noch nicht beantwortet.',
  order: 'Bestellung',
  submitted: 'Gesendet',
  ordersPartnersBelieveTheyShould:
    'Bestellungen, die Partnern ihrer Meinung nach zugeordnet sein sollten, abgeglichen mit Ihren Daten.',
  noMatchingClaims: 'Keine passenden Anfragen',
  noClaimsYet: 'Noch keine Anfragen',
  thisClaimDoesNotExist: 'Diese Anfrage gibt es nicht',
  whenAPartnerBelieves:
    'Wenn einem Partner ein Verkauf fehlt, sendet er die Bestellnummer, und die Anfrage erscheint hier.',
  findings: {
    unknown_order: {
      short: 'Bestellung nicht gefunden',
      full: 'In diesem Programm ist kein Verkauf mit dieser Bestellnummer erfasst. Entweder hat Ihr Server oder Zahlungsanbieter die Zahlung nicht gemeldet, oder der Kunde wurde nie mit einem Klick verknüpft.',
    },
    credited: {
      short: 'Diesem Partner zugeordnet',
      full: 'Der Verkauf ist erfasst und diesem Partner zugeordnet. Es fehlt nichts.',
    },
    no_commission: {
      short: 'Zugeordnet, keine Provision',
      full: 'Der Verkauf ist für diesen Partner erfasst, aber die Provisionsregel galt nicht für ihn.',
    },
    credited_elsewhere: {
      short: 'Anderem Partner zugeordnet',
      full: 'Der Verkauf ist für einen anderen Partner erfasst, auf dessen Link der Kunde zuletzt geklickt hat.',
    },
    test_sale: {
      short: 'Testverkauf',
      full: 'Der Verkauf ist als Test erfasst. Testverkäufe bringen keine Provision.',
    },
  },
  correction: 'Korrektur',
  noCorrection: 'Keine',
  enterTheSale: 'Verkauf für diesen Partner eingeben',
  itEarnsByTheRule: 'Er bringt Provision nach der Regel, wie jeder andere Verkauf.',
  assignTheCustomer: 'Kunden diesem Partner zuordnen',
  withAllSalesSoFar:
    'Mit allen bisherigen Verkäufen. Was der andere Partner damit verdient hat, wird zurückgebucht.',
  giveABonus: 'Bonus geben',
  withTheNextPayout: 'Kommt zur nächsten Auszahlung hinzu.',
  allClaimsAreAnswered: 'Alle Nachbuchungsanfragen sind beantwortet',
};
