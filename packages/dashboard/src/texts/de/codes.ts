export default {
  codes: 'Codes',
  code: 'Code',
  codesCreditWithoutAClick:
    'Ein Code ordnet seinem Partner ohne Klick zu: für Podcasts, Videos und Print. Kunden geben ihn bei der Registrierung oder an der Kasse ein.',
  createACode: 'Code erstellen',
  createCode: 'Code erstellen',
  codeCreated: 'Code {code} erstellt',
  noMatchingCodes: 'Keine passenden Codes',
  customersWhoEnterIt:
    'Verkäufe an Kunden, die einen Code dieses Partners eingeben, werden ihm gutgeschrieben, auch ohne Klick.',
  noCodesYet: 'Noch keine Codes',
  createOneForAPartner:
    'Erstellen Sie einen für Partner, deren Publikum von Ihnen hört, statt auf einen Link zu klicken.',
  codesBelongToPartners: 'Codes gehören zu Partnern. Geben Sie zuerst einen Partner frei.',
  aCodeCreditsItsPartner:
    'Wer den Code bei der Registrierung oder an der Kasse eingibt, wird seinem Partner zugeordnet. Einen Rabatt für Kunden richten Sie unter demselben Code in Ihrem Shop oder in Stripe ein.',
  creditOf: {
    link: 'Kunden, die zuerst über den Link eines anderen Partners kamen, bleiben bei ihm.',
    code: 'Ein Verkauf mit dem Code wird seinem Partner zugeordnet, auch wenn der Kunde zuerst über den Link eines anderen kam.',
  },
  changeThis: 'In den Einstellungen ändern',
  codeHint:
    '2 bis 64 Buchstaben, Ziffern, Bindestriche, Unterstriche und Punkte. Groß- und Kleinschreibung spielt keine Rolle.',
  codeExample: 'PODCAST20',
  enterACode: 'Geben Sie 2 bis 64 Buchstaben, Ziffern, Bindestriche, Unterstriche und Punkte ein',
  processorIds: 'Gutscheine und Aktionscodes in Stripe',
  processorIdsHint:
    'Optional. IDs der Gutscheine und Aktionscodes in Stripe, die zu diesem Code gehören, zum Beispiel promo_1Abc. Drücken Sie nach jeder die Eingabetaste.',
  noProcessorIds: 'Keine',
  codeNamed: 'Code {code}',
  codeTurnedOn: 'Code aktiviert',
  codeTurnedOff: 'Code deaktiviert',
  thisCodeIsOn: 'Dieser Code ist aktiv und ordnet seinem Partner zu.',
  thisCodeIsOff:
    'Dieser Code ist deaktiviert. Registrierungen und Verkäufe damit zählen, als hätten sie keinen Code.',
  turnOffQuestion: '{code} deaktivieren?',
  codesArentCreditedWhile:
    'Registrierungen und Verkäufe mit diesem Code zählen ohne Code, solange er deaktiviert ist. Bestehende Kunden bleiben dem Partner zugeordnet. Sie können ihn jederzeit wieder aktivieren.',
  idsSaved: 'Gespeichert',
  saveIds: 'Speichern',
  precedences: { link: 'Der Partner, der den Kunden gebracht hat', code: 'Der Partner des Codes' },
  whoIsCredited: 'Wem wird ein Verkauf mit einem Code zugeordnet?',
  whenTheyDiffer: 'Nur wenn der Kunde über einen Partner kam und den Code eines anderen verwendet.',
  linkKeepsThem: 'Der Code ändert nichts.',
  codeTakesTheSale: 'Nur für diesen Verkauf. Der Kunde bleibt bei dem Partner, der ihn gebracht hat.',
  copy: 'Kopieren',
  copyCode: '{code} kopieren',
  yourCodes: 'Ihre Codes',
  shareYourCode:
    'Ihnen werden Kunden zugeordnet, die einen dieser Codes bei der Registrierung oder an der Kasse verwenden.',
  searchCodes: 'Code',
};
