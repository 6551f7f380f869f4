export default {
  viewAsPartner: 'Als Partner ansehen',
  viewingAs: 'Sie sehen das Portal als {partner}',
  readOnly: 'So sieht es der Partner. Sie können hier nichts ändern; die Auszahlungsdaten bleiben privat.',
  backToPartner: 'Zurück zum Partner',
};
