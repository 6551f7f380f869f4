export default {
  yourLink: 'Ihr Link',
  youreCreditedForVisitors: 'Ihnen werden Besucher zugeordnet, die ihm zu {domain} folgen.',
  yourCode: '{codes, plural, one {Ihr Code} other {Ihre Codes}}',
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  linkToAnotherPage: 'Andere Seite verlinken',
  shareBy: 'Teilen',
  noLinkYet: 'Erstellen Sie Ihren ersten Link zu {domain} und teilen Sie ihn mit Ihrem Publikum.',
  places: {
    email: 'E-Mail',
    whatsApp: 'WhatsApp',
    x: 'X',
    linkedIn: 'LinkedIn',
  },
};
