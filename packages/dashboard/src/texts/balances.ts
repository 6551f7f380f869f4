import { messages } from '../language/messages.js';

/** Texts of what programs owe their partners. */
export const texts = messages('balances', {
  whatYouOwe: 'What you owe partners',
  everythingEarned: 'Everything partners have earned and not yet been paid, in all programs.',
  stillWithinHoldPeriod: 'Earned, but still in the refund period.',
  untilYourTeamReleases: 'On hold until your team releases it.',
  payableLessCarried: 'Payable, with bonuses and deductions, less what is carried over from earlier payouts.',
  owed: 'Owed in total',
  youCouldPayToday:
    'What you could pay today: amounts due that reach the minimum payout and are not on hold, also of partners who are suspended or have no payout details yet.',
  nothingIsOwed: 'Nothing is owed',
  whatPartnersEarn: 'What partners earn appears here until it is paid.',
  alsoInOtherPrograms: 'Also ready to pay: {programs} · {all}',
  seeAll: 'All balances',
});
