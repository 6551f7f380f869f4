export default {
  bankPayouts: 'Bank',
  payout: 'Auszahlung',
  paidTo: 'Gezahlt an',
  reference: 'Referenz',
  payoutNumber: 'Auszahlung {id}',
  allPayouts: 'Alle Auszahlungen',
  noMatchingPayouts: 'Keine passenden Auszahlungen',
  thisPartnerHasntBeenPaid: 'Dieser Partner wurde noch nicht ausgezahlt.',
  noPayoutsYet: 'Noch keine Auszahlungen',
  payoutsAppearHereAfter: 'Auszahlungen erscheinen hier nach Ihrem ersten Auszahlungslauf.',
  payoutCancelled: 'Auszahlung storniert',
  cancelThePayoutTo: 'Auszahlung an {name} stornieren',
  cancelThePayoutToQuestion: 'Auszahlung an {name} stornieren?',
  onlyCancelIfHasNot:
    'Stornieren Sie nur, wenn {amount} nicht gesendet wurde. Die Provisionen werden wieder auszahlbar und sind im nächsten Lauf fällig.',
  cancel: 'Stornieren',
  cancelPayout: 'Auszahlung stornieren',
  keepPayout: 'Auszahlung behalten',
  forViewDetails: '{money} für {name}: Details anzeigen',
  addedToTheNextPayout: 'Kommt zur nächsten Auszahlung hinzu',
  deductedFromTheNextPayout: 'Wird von der nächsten Auszahlung abgezogen',
  earlierPayoutsPaidLessThan:
    'Frühere Auszahlungen an {name} lagen um {amount} unter dem Wert der Provisionen, weil eine Rückerstattung fehlschlug oder eine Auszahlung storniert wurde. Die nächste Auszahlung gleicht die Differenz aus.',
  earlierPayoutsPaidMoreThan:
    'Frühere Auszahlungen an {name} lagen um {amount} über dem, was die Provisionen jetzt wert sind. Die nächste Auszahlung zieht die Differenz ab.',
  salesWereRefundedAfter:
    'Verkäufe wurden erstattet, nachdem {name} dafür ausgezahlt wurde. {amount} Provision wurden zurückgebucht und werden von der nächsten Auszahlung abgezogen.',
  currentlyHasPayable: 'Für {name} sind derzeit {payable} auszahlbar. ',
  currentlyHasNothingPayable: 'Für {name} ist derzeit nichts auszahlbar. ',
  forTheNextPayout: '{payable} {sign} {carried} = {due} für die nächste Auszahlung.',
  theBalanceIsItCarries:
    'Der Saldo beträgt {due}. Er wird übertragen, bis neue Provisionen ihn ausgleichen; bis dahin wird nichts ausgezahlt, und {name} muss nichts zurückzahlen.',
  theTwoAmountsCancelOut:
    'Die beiden Beträge heben sich auf, daher werden neue Provisionen vollständig ausgezahlt.',
  recentRefunds: 'Letzte Rückerstattungen',
  reversed: '{time}: {amount} zurückgebucht. {link}',
  viewDetails: 'Details anzeigen',
  payoutRunCreated: 'Auszahlungslauf erstellt',
  selectPartnersToPay: 'Wählen Sie Partner für die Auszahlung.',
  inTotal:
    '{paid, plural, one {# Partner, {total} insgesamt{later}} other {# Partner, {total} insgesamt{later}}}',
  aRunIncludesUp:
    '. Ein Lauf enthält bis zu {most} Partner; die übrigen {later} bleiben für den nächsten Lauf fällig.',
  createPayoutRun: 'Auszahlungslauf erstellen',
  createThisPayoutRun: 'Diesen Auszahlungslauf erstellen?',
  thisCreatesPayouts:
    '{paid, plural, one {Dies erstellt die Auszahlung für # Partner, {total} insgesamt, und legt den Betrag fest. Noch fließt kein Geld: Senden Sie es über Ihre Bank, PayPal oder Wise und markieren Sie die Auszahlung dann als ausgezahlt. Bis dahin können Sie sie stornieren.} other {Dies erstellt Auszahlungen für # Partner, {total} insgesamt, und legt die Beträge fest. Noch fließt kein Geld: Senden Sie es über Ihre Bank, PayPal oder Wise und markieren Sie die Auszahlungen dann als ausgezahlt. Bis dahin können Sie eine Auszahlung stornieren.}}',
  payoutDetailsMissingFor:
    '{items, plural, one {Auszahlungsdaten fehlen für # Partner} other {Auszahlungsdaten fehlen für # Partner}}',
  partnersAddPayoutDetails:
    '{names}{more}. Sie können sie trotzdem auszahlen, müssen aber wissen, wohin das Geld geht: In der Bankdatei steht kein Konto. Partner geben Auszahlungsdaten im Portal an.',
  askForDetails: 'Um Auszahlungsdaten bitten',
  detailsMessage: {
    subject: 'Bitte hinterlegen Sie Ihre Auszahlungsdaten',
    body: 'Guten Tag,\n\nwir möchten Sie auszahlen, haben aber noch keine Auszahlungsdaten von Ihnen. Bitte tragen Sie diese in Ihrem Partnerportal unter „Auszahlungsdaten“ ein.\n\nVielen Dank',
  },
  notSelected: 'Zunächst nicht ausgewählt: {reasons}. Wählen Sie sie aus, um sie auch auszuzahlen.',
  withoutPayoutDetails:
    '{missing, plural, one {# von {all} Partnern hat} other {# von {all} Partnern haben}} keine Auszahlungsdaten',
  suspendedPartners:
    '{suspended, plural, one {# von {all} Partnern ist} other {# von {all} Partnern sind}} gesperrt',
  andMore: ' und {more} weitere',
  excludeForNow: 'Vorerst auslassen',
  readyToPay: 'Bereit zur Auszahlung',
  nothingIsDue: 'Nichts ist fällig',
  commissionsBecomeDueWhen:
    'Provisionen werden fällig, wenn ihre Rückgabefrist endet. Bis dahin sind sie ausstehend.',
  viewPendingCommissions: 'Ausstehende Provisionen anzeigen',
  onHold: 'Zurückgehalten',
  thePayoutDetailsOfThese:
    'Die Auszahlungsdaten dieser Partner wurden kürzlich geändert. Auszahlungsläufe lassen sie bis zum Ende der Wartefrist aus, damit niemand das Geld umleiten kann. Die Dauer legen Sie in den Programmeinstellungen fest.',
  notYetDue: 'Noch nicht fällig',
  theirBalanceIsBelow:
    'Zu wenig für eine Auszahlung: unter der Mindestauszahlung oder aufgebraucht durch Rückerstattungen von bereits Ausgezahltem. Der Saldo wird auf den nächsten Lauf übertragen.',
  noPartners: 'Keine Partner',
  partnersWithABalanceDue: 'Partner mit einem fälligen Saldo von mindestens {amount}.',
  noMinimumInCurrency: 'Partner mit einem fälligen Saldo. In {currency} gibt es keine Mindestauszahlung.',
  paidBy: 'Auszahlungsart',
  amountDue: 'Fälliger Betrag',
  onHoldUntil: 'Zurückgehalten bis',
  carriedOver: 'Übertrag',
  markAsPaid: 'Als ausgezahlt markieren',
  markPayoutAsPaid: 'Als ausgezahlt markieren: {name}',
  confirmThatYouSentTo: 'Bestätigen Sie, dass Sie {amount} an {payeeName} gesendet haben.',
  payoutTo: 'Auszahlung an {name}',
  confirmThatYouHavePaid:
    'Bestätigen Sie, dass Sie jede offene Auszahlung dieses Laufs bezahlt haben, insgesamt {total}. Eine Minute lang lässt sich dies rückgängig machen.',
  someHaveNoDetails:
    '{missing, plural, one {# davon geht an einen Partner} other {# davon gehen an Partner}} ohne Auszahlungsdaten: Vergewissern Sie sich, dass Sie auch dieses Geld gesendet haben.',
  markCountAsPaid:
    '{count, plural, one {# Auszahlung als ausgezahlt markieren} other {# Auszahlungen als ausgezahlt markieren}}',
  markAllAsPaid: 'Alle als ausgezahlt markieren',
  confirmThatYouHavePaidEvery:
    'Bestätigen Sie, dass Sie jede offene Auszahlung der Datei „{label}“ bezahlt haben. Auszahlungen in anderen Dateien bleiben offen. Eine Minute lang lässt sich dies rückgängig machen.',
  markFileAsPaid:
    '{count, plural, one {# Auszahlung ({label}) als ausgezahlt markieren} other {# Auszahlungen ({label}) als ausgezahlt markieren}}',
  undoForAMinute: 'Eine Minute lang lässt sich dies rückgängig machen.',
  openAgain: '{count, plural, one {# Auszahlung ist} other {# Auszahlungen sind}} wieder offen',
  markedAsPaid:
    '{paid, plural, one {# Auszahlung als ausgezahlt markiert} other {# Auszahlungen als ausgezahlt markiert}}',
  alreadyMarkedAsPaidNothing: 'Bereits als ausgezahlt markiert. Nichts wurde geändert.',
  noOpenPayoutsNothingChanged: 'Keine offenen Auszahlungen. Nichts wurde geändert.',
  howToFindTheTransfer:
    'Woran sich die Zahlung später finden lässt, zum Beispiel Datum oder Nummer. Partner sehen es auch.',
  transferMarch1: 'Überweisung, 1. März',
  methods: { bank: 'Überweisung', paypal: 'PayPal', wise: 'Wise' },
  bank: 'Bank',
  noPayoutDetails: 'Keine Auszahlungsdaten',
  paymentFiles: 'Zahlungsdateien',
  eachOpenPayout:
    'Jede offene Auszahlung steht in genau einer dieser Dateien, je nach Auszahlungsdaten. Auszahlungen ohne Auszahlungsdaten stehen in der Bankdatei. Jeder Download wird protokolliert.',
  fileWithCount: '{label} CSV ({count})',
  fileWithMissing: '{label} CSV ({count}, {missing} ohne Konto)',
  file: 'Datei',
  fileName: '{fileLabel} CSV',
  downloaded: 'Heruntergeladen',
  by: 'Von',
  sha256: 'SHA-256',
  copySha256: 'SHA-256 kopieren',
  payoutCount: '{payouts, plural, one {# Auszahlung} other {# Auszahlungen}}',
  downloadedPaymentFiles: 'Heruntergeladene Zahlungsdateien',
  noDownloadsYet: 'Noch keine Downloads',
  downloadedPaymentFilesAppearHere:
    'Heruntergeladene Zahlungsdateien erscheinen hier mit ihrem SHA-256-Wert.',
  toSend: 'Zu senden',
  allRuns: 'Alle Läufe',
  payoutRun: 'Auszahlungslauf {runId}',
  createdBy: 'Erstellt {time} von {createdBy}',
  payoutsCreatedTogether: 'Gemeinsam erstellte Auszahlungen.',
  beingCreated: 'Wird erstellt',
  beingCreatedHint:
    'Auszahlungen dieses Laufs werden noch erstellt. Zahlungsdateien gibt es, sobald alle vorhanden sind; nach einem Neustart des Dienstes geht es innerhalb von zwei Minuten weiter.',
  payoutsInThisRun: 'Auszahlungen in diesem Lauf',
  noPayoutsInThisRun: 'Keine Auszahlungen in diesem Lauf',
  reviewWhatIsDueCreate:
    'Prüfen Sie, was fällig ist, erstellen Sie einen Auszahlungslauf, senden Sie das Geld und markieren Sie es als ausgezahlt.',
  due: 'Fällig',
  runs: 'Läufe',
  run: 'Lauf',
  runNumber: 'Lauf {id}',
  payoutRuns: 'Auszahlungsläufe',
  reviewWhatIsDue: 'Fällige Beträge prüfen',
  noPayoutRunsYet: 'Noch keine Auszahlungsläufe',
  selectPartnersUnderDue: 'Wählen Sie Partner unter „Fällig“, um Ihren ersten Auszahlungslauf zu erstellen.',
  payoutFailed: 'Die Auszahlung konnte nicht gespeichert werden. svc-server verify zeigt, was nicht stimmt.',
  moreIsCarriedThanOnePayoutCanSettle:
    'Aus früheren Auszahlungen ist mehr zu verrechnen, als eine Auszahlung fassen kann.',
  payoutDetailsChangedRecently: 'Auszahlungsdaten kürzlich geändert. Zurückgehalten bis',
  skippedPartners: 'Ausgelassene Partner',
  theirBalanceStaysDue:
    'Ihr Saldo bleibt fällig und wird in einem späteren Lauf ausgezahlt: nach der Wartefrist, oder sobald sie ihre Auszahlungsdaten berichtigen. Vergewissern Sie sich bei den Partnern, dass sie kürzliche Änderungen selbst vorgenommen haben.',
  invalidPayoutDetails: 'Auszahlungsdaten zu berichtigen',
  noBankWouldAccept:
    'Keine Bank würde die Auszahlungsdaten dieser Partner annehmen. Läufe lassen sie aus, bis sie die Daten berichtigen.',
  problem: 'Problem',
  detailsFields: {
    iban: 'IBAN',
    bic: 'BIC',
    routing_number: 'Routing-Nummer',
    sort_code: 'Sort Code',
    account_number: 'Kontonummer',
    details: 'Konto',
  },
  isMissing: '{field} fehlt',
  isNotValid: '{field} ist ungültig',
  notInThePaymentFile: 'In keiner Zahlungsdatei: {problem}',
  statement: 'Abrechnung',
  pdf: 'PDF',
  searchFiles: 'Urheber, Format oder SHA-256',
  searchDue: 'Name oder E-Mail',
  searchPayouts: 'Partner, Empfänger, Referenz oder Betrag',
  preparedBySchedule: '{time} vom Auszahlungsplan vorbereitet',
  noFileDownloaded:
    'Niemand hat eine Zahlungsdatei dieser Auszahlungen heruntergeladen. Sind sie als ausgezahlt markiert, gibt es keine mehr.',
  runsAreOpen:
    '{count, plural, one {# Auszahlung ist} other {# Auszahlungen sind}} erstellt und noch nicht als ausgezahlt markiert. Überweisen Sie das Geld und markieren Sie sie dann.',
  viewRuns: 'Auszahlungsläufe ansehen',
  enterAReference: 'Geben Sie eine Referenz ein',
  scheduledRunsLeaveThemOut: 'Läufe des Auszahlungsplans lassen sie aus.',
};
