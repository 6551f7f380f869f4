export default {
  refunds: 'Rückerstattungen',
  transaction: 'Transaktion',
  clicksLeadsSalesAndRefunds:
    'Klicks, Leads, Verkäufe und Rückerstattungen, wie sie erfasst werden. Diese Seite aktualisiert sich selbst.',
  resume: 'Fortsetzen',
  pause: 'Anhalten',
  eventType: 'Ereignisart',
  setUpTheIntegration:
    'Richten Sie die Integration ein, oder senden Sie ein Testereignis, um es hier zu sehen.',
  setUpIntegration: 'Integration einrichten',
  testEventsAndBotClicks: 'Testereignisse und Klicks von Bots sind in Summen nicht enthalten.',
  noNewEventsYet: 'noch keine neuen Ereignisse',
  newEventCount: '{count, plural, one {# neues Ereignis} other {# neue Ereignisse}}',
  paused: 'Angehalten',
  live: 'Live, {news}',
};
