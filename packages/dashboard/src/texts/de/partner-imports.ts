export default {
  importPartners: 'Partner importieren',
  description:
    'Laden Sie viele Partner auf einmal mit einer CSV-Datei ein. Bevor jemand eingeladen wird, sehen Sie, was aus jeder Zeile wird.',
  allPartners: 'Alle Partner',
  ownersAdminsAndMembers: 'Inhaber, Admins und Mitglieder',
  file: 'CSV-Datei',
  fileHint:
    'UTF-8, mit Komma, Semikolon oder Tabulator und bis zu {count} Zeilen. Die Spalte „email“ ist nötig; „name“, „group“ (Gruppe), „tags“ (Schlagwörter) und „link“ (das Ende des ersten Links) können fehlen.',
  chooseAFile: 'Datei auswählen',
  chooseAFileFirst: 'Wählen Sie eine Datei aus.',
  downloadTemplate: 'Vorlage herunterladen',
  exampleRow: 'maria@example.com,Maria Silva,,newsletter;berlin,maria',
  tooLarge: 'Diese Datei ist zu groß. Teilen Sie sie in mehrere Dateien auf.',
  preview: 'Vorschau',
  readAsWindows1252:
    'Diese Datei ist nicht in UTF-8 und wurde als Windows-1252 gelesen. Prüfen Sie Namen mit Umlauten und Akzenten vor dem Import.',
  fileProblems: {
    not_csv:
      'Zeile {line} ist nicht lesbar. Prüfen Sie, ob die Datei CSV ist und alle Anführungszeichen geschlossen sind.',
    no_email_column: 'In der ersten Zeile fehlt die Spalte „email“. Beginnen Sie mit der Vorlage.',
    no_rows: 'Die Datei hat unter den Spaltennamen keine Zeilen.',
    too_many_rows: 'Die Datei hat mehr als {count} Zeilen. Teilen Sie sie in mehrere Dateien auf.',
  },
  previewTitle: 'Bevor jemand eingeladen wird',
  doneTitle: 'Import abgeschlossen',
  counts: {
    new: '{count, plural, one {# Partner wird} other {# Partner werden}} eingeladen',
    known:
      '{count, plural, one {# ist schon Partner und bleibt} other {# sind schon Partner und bleiben}} unverändert',
    wrong: '{count, plural, one {# fehlerhafte Zeile wird} other {# fehlerhafte Zeilen werden}} ausgelassen',
  },
  nothingNew: 'Niemand ist einzuladen: Alle sind schon Partner, oder ihre Zeile ist fehlerhaft.',
  allKnown: 'Alle in dieser Datei sind schon Partner. Nichts ändert sich.',
  rows: 'Zeilen der Datei',
  line: 'Zeile',
  group: 'Gruppe',
  link: 'Link',
  result: 'Ergebnis',
  results: { new: 'Neu', known: 'Schon Partner', wrong: 'Fehler' },
  invited: 'Eingeladen',
  problems: {
    email_invalid: 'Keine E-Mail-Adresse: {value}',
    duplicate: 'Diese E-Mail-Adresse steht mehrmals in der Datei',
    name_invalid: 'Kein Name: {value}',
    group_unknown: 'Diese Gruppe gibt es nicht: {value}',
    group_not_permitted: 'In Gruppen mit eigenem Provisionssatz dürfen Sie keine Partner aufnehmen: {value}',
    cell_rewritten:
      'Eine Tabellenkalkulation hat diese Zelle verändert. Formatieren Sie die Spalte als Text und exportieren Sie erneut: {value}',
    tags_invalid: 'Höchstens 20 Schlagwörter mit höchstens 30 Zeichen: {value}',
    link_invalid: 'Ein Link hat keine Leerzeichen und höchstens 255 Zeichen: {value}',
    link_taken: 'Dieser Link ist schon vergeben: {value}',
  },
  empty: '(leer)',
  invite: '{count, plural, one {# Partner} other {# Partner}} einladen',
  inviteQuestion: '{count, plural, one {# Partner} other {# Partner}} einladen?',
  emailsFollow: 'Sie sind sofort freigegeben und erhalten in wenigen Minuten eine Einladung per E-Mail.',
  wereInvited: '{count, plural, one {# Partner} other {# Partner}} eingeladen. Die E-Mails sind unterwegs.',
};
