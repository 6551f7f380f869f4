export default {
  codes: 'Codes',
  findAnything: 'Alles finden',
  findAnythingKeys: 'Alles finden (Strg+K)',
  findAPage: 'Seite finden',
  findEverything: 'Partner, Kunde, Bestellung, Link, Code oder Seite finden',
  nothingFound: 'Nichts gefunden',
  pages: 'Seiten',
  partners: 'Partner',
  searching: 'Suche …',
};
