export default {
  whatYouOwe: 'Was Sie Partnern schulden',
  everythingEarned: 'Alles, was Partner in allen Programmen verdient haben und was noch nicht bezahlt ist.',
  stillWithinHoldPeriod: 'Verdient, aber noch in der Rückgabefrist.',
  untilYourTeamReleases: 'Zurückgehalten, bis Ihr Team es freigibt.',
  payableLessCarried: 'Auszahlbar, mit Boni und Abzügen, abzüglich Überträgen aus früheren Auszahlungen.',
  owed: 'Insgesamt geschuldet',
  youCouldPayToday:
    'Was Sie heute auszahlen könnten: fällige Beträge, die den Mindestbetrag erreichen und nicht zurückgehalten sind, auch von gesperrten Partnern und solchen ohne Auszahlungsdaten.',
  nothingIsOwed: 'Es ist nichts geschuldet',
  whatPartnersEarn: 'Was Partner verdienen, steht hier, bis es bezahlt ist.',
  alsoInOtherPrograms: 'Ebenfalls bereit: {programs} · {all}',
  seeAll: 'Alle Salden',
};
