export default {
  groups: 'Gruppen',
  description: 'Partner mit demselben Provisionssatz. Ein Partner ist in höchstens einer Gruppe.',
  addGroup: 'Gruppe hinzufügen',
  add: 'Hinzufügen',
  group: 'Gruppe',
  noGroup: 'Keine Gruppe',
  partners: 'Partner',
  showPartners: '{count}, Partner in {name} anzeigen',
  nameHint: 'Nur Ihr Team sieht ihn.',
  ownRate: 'Provisionssatz der Gruppe',
  ownRateHint:
    'Partner mit individuellem Satz behalten ihn. Für alle anderen in dieser Gruppe gilt dieser Satz bei neuen Verkäufen.',
  otherwise: 'Ohne Gruppensatz gilt der Standardsatz des Programms.',
  otherwiseRule: 'Ohne Gruppensatz gilt der Standardsatz des Programms: {rule}.',
  added: 'Gruppe {name} hinzugefügt',
  saved: 'Gruppe {name} gespeichert',
  deleted: 'Gruppe {name} gelöscht',
  delete: 'Gruppe löschen',
  deleteQuestion: 'Die Gruppe {name} löschen?',
  members: '{partners, plural, =0 {Noch keine Partner.} one {# Partner.} other {# Partner.}} {link}',
  howToJoin:
    'Fügen Sie zuerst die Gruppe hinzu. Wählen Sie dann Partner in der Liste und Mehr → In Gruppe aufnehmen, oder wählen Sie die Gruppe auf der Seite eines Partners.',
  addMembers: 'Partner in der Liste auswählen, dann Mehr → In Gruppe aufnehmen',
  deleteHint:
    '{partners, plural, one {# Partner ist} other {# Partner sind}} dann in keiner Gruppe und {partners, plural, one {verdient} other {verdienen}} bei neuen Verkäufen nach dem Provisionssatz des Programms, sofern kein eigener vereinbart ist. Schon verdiente Provisionen ändern sich nicht.',
  doesNotExist: 'Diese Gruppe gibt es nicht',
  noGroupsYet: 'Noch keine Gruppen',
  addSome:
    'Fassen Sie Partner mit gleichen Bedingungen zusammen: Eine Änderung des Provisionssatzes gilt dann für alle auf einmal.',
  noMatching: 'Keine passenden Gruppen',
  onlyNewSales:
    'Ein neuer Provisionssatz gilt für künftige Verkäufe. Schon verdiente Provisionen ändern sich nicht.',
};
