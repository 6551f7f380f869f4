export default {
  eventFeed: 'Ereignis-Feed',
  eventFeedText: 'Was Webhooks und andere Programme erhalten, neueste zuerst. Klicks sind keine Ereignisse.',
  json: 'Ereignis als JSON',
  noEventsText:
    'Leads, Verkäufe, Provisionen, Auszahlungen und Nachbuchungsanfragen erscheinen hier, sobald sie eintreten.',
  noEventsYet: 'Noch keine Ereignisse',
  thisEventDoesNotExist: 'Dieses Ereignis gibt es nicht',
  noMatchingEvents: 'Bisher keine passenden Ereignisse',
  noMatchingText: 'Keines der neuesten Ereignisse passt. Ältere könnten passen.',
  number: 'Nummer',
  sample: 'Beispiel',
  test: 'Test',
  type: 'Art',
  workspace: 'Workspace',
  eventNumber: 'Nummer des Ereignisses',
  lookFurtherBack: 'Weiter zurückgehen',
};
