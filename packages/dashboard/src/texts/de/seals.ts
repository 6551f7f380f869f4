export default {
  contents: 'Umfasst',
  details: 'Siegel {number}',
  download: 'Neuestes Siegel herunterladen',
  entriesOfAudit: '{count, plural, one {# Protokolleintrag} other {# Protokolleinträge}}',
  hash: 'Hash',
  howToCheck:
    'Um alles damit zu vergleichen, führen Sie dies dort aus, wo der Dienst läuft. Es berechnet jede Provision, jeden Saldo und jede Summe neu und nennt jede Abweichung.',
  command: 'Befehl',
  checkCommand: 'svc-server verify --seals seal.json',
  keepText:
    'Laden Sie das neueste Siegel ab und zu herunter und bewahren Sie es dort auf, wo es niemand ändern kann, der diesen Dienst betreibt. Damit lässt sich später zeigen, ob die Bücher geändert wurden.',
  movements: '{count, plural, one {# Buchung} other {# Buchungen}}',
  noSealsText:
    'Die Bücher werden eine Minute nach der ersten Änderung versiegelt und vor jedem Auszahlungslauf.',
  noSealsYet: 'Noch keine Siegel',
  thisSealDoesNotExist: 'Dieses Siegel gibt es nicht',
  number: 'Nummer',
  payouts: '{count, plural, one {# Auszahlung} other {# Auszahlungen}}',
  payoutStates: '{count, plural, one {# Statusänderung} other {# Statusänderungen}}',
  references: '{count, plural, one {# Verkaufsreferenz} other {# Verkaufsreferenzen}}',
  rules: '{count, plural, one {# Regelversion} other {# Regelversionen}}',
  sealedAt: 'Versiegelt',
  seals: 'Siegel',
  sealsText:
    'Der spätere Nachweis, dass niemand Hauptbuch, Auszahlungen, Regeln, Referenzen oder Protokoll geändert hat.',
  searchSeals: 'Nummer oder Hash',
};
