export default {
  daysSuffix: ' Tage',
  clickRetention: 'Klicks aufbewahren für',
  enterANumberOfMonths: 'Geben Sie 1 bis 1.200 Monate ein oder nichts.',
  hoursSuffix: ' Stunden',
  keptWithoutLimit: 'Ohne Grenze',
  monthCount: '{months, plural, one {# Monat} other {# Monate}}',
  monthsSuffix: ' Monate',
  whichClicksAreRemoved:
    'Ältere Klicks werden endgültig entfernt, außer denen, mit denen Kunden gekommen sind. Zahlen ändern sich nicht.',
  enterADomainSuch: 'Geben Sie eine Domain ein, zum Beispiel acme.example, ohne https://',
  isReadyNextConnect: '{name} ist bereit. Verbinden Sie als Nächstes Ihre Website.',
  createProgram: 'Programm erstellen',
  visibleToPartners: 'Für Partner sichtbar.',
  domain: 'Domain',
  yourSiteLinksGoThere: 'Ihre Website. Links führen standardmäßig dorthin.',
  forFixedAmounts:
    'Für feste Beträge und die Mindestauszahlung. Lässt sich später nicht ändern. Verkäufe können in jeder Währung sein.',
  archiveSvc: 'Archivieren · svc',
  owners: 'Inhaber',
  programArchived: 'Programm archiviert',
  archiveThisProgram: 'Dieses Programm archivieren',
  archiveAProgramYouNo:
    'Archivieren Sie ein Programm, das Sie nicht mehr nutzen. Sie können es hier später wiederherstellen.',
  archiveProgram: 'Programm archivieren',
  archiveQuestion: '{name} archivieren?',
  itsLinksNoLongerCount:
    'Die Links zählen keine Klicks mehr, und Ihre Website kann dafür keine Registrierungen melden.',
  newSalesAreRejectedBoth:
    'Neue Verkäufe werden abgewiesen, von Ihrem Server wie von Ihrem Zahlungsanbieter.',
  refundsAndDisputesOfEarlier:
    'Rückerstattungen und Zahlungsanfechtungen früherer Verkäufe werden weiterhin erfasst; Ihre API-Schlüssel funktionieren nur noch für Rückerstattungen.',
  yourRecordsStayCommissionsStill:
    'Ihre Daten bleiben erhalten: Provisionen werden weiterhin auszahlbar und können ausgezahlt werden.',
  programRestored: 'Programm wiederhergestellt',
  thisProgramIsArchived: 'Dieses Programm ist archiviert',
  archivedLinksAndApiKeys:
    'Archiviert {time}. Links und API-Schlüssel funktionieren wieder, wenn Sie es wiederherstellen. Was in der Zwischenzeit gesendet wurde, ist abgewiesen.',
  restoreProgram: 'Programm wiederherstellen',
  creditedForASaleWithACode: 'Zuordnung eines Verkaufs mit Code',
  leadSources: { any: 'Seiten und Server', server: 'Nur Server' },
  signUps: 'Registrierungen',
  acceptSignUpsFrom: 'Registrierungen annehmen von',
  anyoneCanSendWhat:
    'Was eine Seite sendet, kann jeder senden. Wenn Ihr Server jede Registrierung meldet, wählen Sie nur Server, damit sich niemand aus dem Browser einen Kunden zuschreiben kann.',
  ifAPage: 'Melden eine Seite und Ihr Server denselben Kunden, hat die Meldung Ihres Servers Vorrang.',
  signUpsReported:
    'Registrierungen, die eine Seite meldet, werden abgewiesen. Besuche können Seiten weiterhin melden.',
  partnerLinks: 'Partnerlinks',
  partnersHandOut: 'Partner verteilen',
  linkStyles: { direct: 'Direkte Links', redirect: 'Weiterleitungslinks' },
  directLinks: 'Adressen Ihrer Website. Das Skript auf der Seite erfasst den Klick.',
  redirectLinks:
    'Adressen, die den Klick erfassen und dann zu Ihrer Website führen. Klicks zählen auch, wenn der Besucher Skripte blockiert.',
  linkDomains: 'Link-Domains',
  linksAreServedAt:
    'Domains für Ihre Weiterleitungslinks, zum Beispiel go.acme.example. Lassen Sie jede zuerst auf diesen Dienst zeigen. Etwas anderes ist dort nicht erreichbar.',
  fallbackAddress: 'Ausweichadresse',
  whereLinksLead:
    'Wohin unbekannte oder deaktivierte Weiterleitungslinks führen. Leer lassen für eine Seite mit einem Hinweis.',
  linkParameters: 'Link-Parameter',
  parametersOfYourFormer:
    'Wenn Partner noch Links eines anderen Produkts verwenden, zum Beispiel ?via=jana, geben Sie dessen Parameter ein. Sie zählen, wo eine Adresse kein aff hat.',
  minimumPayoutsInOtherCurrencies: 'Mindestauszahlungen in anderen Währungen',
  forPartnersWhoEarn:
    'Für Partner, die in anderen Währungen als {programCurrency} verdienen. Nicht aufgeführte Währungen haben keine Mindestauszahlung.',
  minimumIn: 'Mindestauszahlung in {currency}',
  removeMinimumIn: 'Mindestauszahlung in {currency} entfernen',
  addACurrency: 'Währung hinzufügen',
  chooseACurrency: 'Währung wählen',
  noMatchingCurrency: 'Keine passende Währung',
  enterAnOriginSuch: 'Geben Sie einen Origin ein, zum Beispiel https://www.acme.example',
  notAValidUrlEnter: 'Keine gültige URL. Geben Sie einen Origin ein, zum Beispiel https://www.acme.example',
  originsStartWithHttps: 'Origins beginnen mit https:// oder http://',
  enterEachHostInFull: 'Geben Sie jeden Host vollständig ein. Platzhalter (*) sind nicht möglich.',
  enterItAs: 'Geben Sie ihn so ein: {origin}',
  thisOriginIsAlready: 'Dieser Origin ist bereits in der Liste',
  originsSvc: 'Origins · svc',
  origins: 'Origins',
  sitesThatCanReportClicks:
    'Websites, die aus dem Browser Klicks und Registrierungen melden dürfen. Alle anderen werden abgewiesen, damit Ihnen fremde Websites keine Daten senden. Ihr Server braucht keinen Origin; er verwendet einen API-Schlüssel.',
  anOriginIsAScheme:
    'Ein Origin besteht aus Schema, Host und Port. {code} und {code2} sind verschiedene Origins, ebenso {code3} und {code4}, obwohl beide Ihr eigener Rechner sind.',
  noOriginsYet: 'Noch keine Origins',
  clicksArentCountedUntil:
    'Klicks werden erst gezählt, wenn Sie Ihre Website hinzufügen. Geben Sie die Adresse ein, die im Browser zu sehen ist.',
  clicksArentCountedUntilAnOwner:
    'Klicks werden erst gezählt, wenn ein Inhaber oder Admin Ihre Website hinzufügt.',
  origin: 'Origin',
  originAdded: 'Origin hinzugefügt',
  addOrigin: 'Origin hinzufügen',
  add: 'Hinzufügen',
  originRemoved: 'Origin entfernt',
  remove: 'Entfernen',
  removeThisOrigin: 'Diesen Origin entfernen?',
  clicksAndSignUps:
    'Klicks und Registrierungen von {origin} werden sofort abgewiesen. Erfasste Daten bleiben erhalten.',
  searchOrigins: 'Origin',
  hosts: 'Hosts',
  host: 'Host',
  hostsServeOneWorkspace:
    'Ein Host gilt immer nur für einen Workspace: für den ersten, der ihn einträgt, bis ein anderer seinen DNS-Eintrag setzt. Ist ein Host von Ihnen nicht bestätigt, legen Sie den Eintrag bei Ihrem DNS-Anbieter an und prüfen Sie ihn.',
  dnsRecord: 'DNS-Eintrag',
  recordType: 'TXT',
  copyRecordName: 'Namen kopieren',
  copyRecordText: 'Text kopieren',
  checkRecord: 'Prüfen',
  checkRecordOf: 'DNS-Eintrag von {host} prüfen',
  recordFound: 'Eintrag gefunden: {host} gehört nachweislich Ihnen',
  recordNotFound: 'Unter {name} gibt es diesen Eintrag noch nicht. DNS-Änderungen können eine Stunde dauern.',
  unprovenDomains:
    'Ein anderer Workspace verwendet {hosts}, deshalb sind Ihre Links dort nicht erreichbar. Weisen Sie nach, dass der Host Ihnen gehört:',
  removeOrigin: 'Origin entfernen',
  removeOriginNamed: '{origin} entfernen',
  enterAtLeast1Day: 'Geben Sie mindestens 1 Tag ein',
  enterANumberOfDays: 'Geben Sie eine Anzahl von Tagen ein, 0 für keine',
  enterAnAmount0: 'Geben Sie einen Betrag ein, 0 für keinen',
  enterAnAmountOrRemove: 'Geben Sie einen Betrag ein, oder entfernen Sie die Währung',
  enterANumberOfHours: 'Geben Sie eine Anzahl von Stunden ein, 0 für keine',
  settingsSaved: 'Einstellungen gespeichert',
  discardChanges: 'Änderungen verwerfen',
  yourWebsitePartnerLinksPoint: 'Ihre Website. Partnerlinks führen dorthin.',
  fixedCommissions:
    'Feste Provisionen sind in {currency}. Die Währung eines bestehenden Programms lässt sich nicht ändern.',
  terms: 'Konditionen',
  attributionWindow: 'Attributionszeitraum',
  howLongAfterAClick:
    'Wie lange nach einem Klick ein neuer Kunde dem Partner zugeordnet wird. Gilt auch für frühere Klicks.',
  holdPeriod: 'Rückgabefrist',
  rewardPerLead: 'Vergütung pro Registrierung',
  rewardNeedsServers:
    'Eine Vergütung braucht „{servers}“ unten bei den Registrierungen, denn was eine Seite sendet, kann jeder senden.',
  whatASignUpEarns:
    'Was eine zugeordnete Registrierung dem Partner einmalig bringt. Leer lassen, um nur Verkäufe zu vergüten.',
  howLongACommissionStays:
    'Wie lange eine Provision wegen möglicher Rückerstattungen ausstehend bleibt. Gilt für künftige Verkäufe.',
  minimumPayout: 'Mindestauszahlung',
  smallerBalancesInWait:
    'Kleinere Salden in {currency} warten auf eine spätere Auszahlung. 0 für keine Mindestauszahlung.',
  holdAfterPayoutDetailsChange: 'Wartefrist nach Änderung der Auszahlungsdaten',
  howLongPayoutRunsSkip:
    'Wie lange Auszahlungsläufe einen Partner nach einer Änderung seiner Auszahlungsdaten auslassen, falls jemand anderes sie geändert hat. 0 für keine Wartefrist.',
  programSettingsSvc: 'Programmeinstellungen · svc',
  dayCount: '{cookieWindowDays, plural, one {# Tag} other {# Tage}}',
  signUpsAcceptedFrom: 'Registrierungen angenommen von',
  hourCount: '{payoutDetailsHoldHours, plural, one {# Stunde} other {# Stunden}}',
  onlyOwnersAndAdminsCan: 'Nur Inhaber und Admins können diese Einstellungen ändern.',
  programs: 'Programme',
  theProgramsOfEachProgram: 'Die Programme von {name}. Jedes Programm hat eigene Links, Regeln und Daten.',
  thisWorkspace: 'diesem Workspace',
  noProgramsYet: 'Noch keine Programme',
  aProgramDefinesWherePartners:
    'Ein Programm legt fest, wohin Partner Kunden schicken und was sie verdienen.',
  setUpYourFirstProgram: 'Richten Sie Ihr erstes Programm ein',
  youDontHaveAccessYet: 'Sie haben noch keinen Zugriff',
  youDontHaveARole: 'Sie haben in diesem Workspace keine Rolle. Bitten Sie einen Inhaber um eine.',
  commissionRules: 'Provisionsregeln',
  import: 'Import',
  archive: 'Archivieren',
  settings: 'Einstellungen',
  howThisProgramTracksCredits: 'Wie dieses Programm erfasst, zuordnet und vergütet.',
  fraudChecks: 'Betrugsprüfungen',
  fraudChecksText:
    'Geprüft wird, wenn ein Verkauf erfasst wird. Eine Markierung steht bei der Provision, und die Erklärung der Provision enthält die Belege. Eine zurückgehaltene Provision wird nicht ausgezahlt, bis Ihr Team sie freigibt.',
  fraudActions: { off: 'Aus', flag: 'Markieren', hold: 'Markieren und zurückhalten' },
  fraudFlagTexts: {
    self_referral:
      'Die E-Mail-Adresse des Kunden ist die des Partners oder gehört zur eigenen Domain des Partners.',
    fast_sale: 'Der Verkauf folgt innerhalb von 10 Sekunden auf den Klick.',
    click_burst: 'Der Besucher hat in einer Stunde mehr als 50-mal auf den Link geklickt.',
    paid_search: 'Der Klick trägt einen Parameter eines Werbenetzwerks, zum Beispiel gclid.',
    code_leak:
      'Ein Code bringt an einem Tag mehr als 20 neue Kunden und mehr als fünfmal so viele wie üblich.',
    page_named:
      'Nur eine Seite hat den Partner des Kunden genannt, und was eine Seite sendet, kann jeder senden. Keine Meldung Ihres Servers hat es bestätigt.',
  },
  application: 'Bewerbung',
  searchPrograms: 'Name oder Domain',
};
