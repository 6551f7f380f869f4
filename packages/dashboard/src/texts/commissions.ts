import { messages } from '../language/messages.js';

/** Texts of the commissions pages. */
export const texts = messages('commissions', {
  flag: 'Flag',
  signUp: 'Sign-up',
  holdDialog: 'Hold…',
  release: 'Release',
  selectCommissionsToHold: 'Select commissions to hold or release them.',
  selected: '{count} selected',
  holdCount: 'Hold {ids, plural, one {# commission} other {# commissions}}',
  holdCommissions: 'Hold commissions',
  commission: 'Commission {id}',
  held: '{changed, plural, one {# commission} other {# commissions}} held',
  released: '{changed, plural, one {# commission} other {# commissions}} released',
  close: 'Close',
  didNotChange: '{refused, plural, one {# commission} other {# commissions}} did not change:',
  earnedOn: 'Earned on',
  until: 'until {time}',
  of: 'of {amount}',
  whatYourPartnersHaveEarned:
    'What your partners have earned. Select a commission to see how it was calculated.',
  datesAreInUtc: 'Dates are in UTC and show when a commission was earned.',
  noneFits: { title: 'No matching commissions', text: 'Try different filters.' },
  noneYet: {
    title: 'No commissions yet',
    text: 'Commissions appear here after the first sale from a partner.',
  },
  stillOnHold: 'Still on hold: {holdReason}',
  commissionReleased: 'Commission released',
  hold: 'Hold',
  commissionHeld: 'Commission held',
  holdCommission: 'Hold commission',
  reason: 'Reason',
  visibleToYourTeamPartners: 'Visible to your team. Partners only see that the commission is on hold.',
  weAreReviewingThisOrder: 'We are reviewing this order.',
  earnedButStill: 'Earned, but still in the refund period.',
  onHoldUntilYourTeam: 'On hold until your team releases them.',
  includedInTheNextPayout:
    'Included in the next payout, with bonuses and deductions, which are not part of this sum.',
  includedInAPayoutLater:
    'Included in a payout. What refunds have reversed since then is not part of this sum; the next payout deducts it.',
  sumsAreNotSearched: 'Sums of all commissions that the filters leave, whatever the search finds.',
  totals: 'Totals',
  commissionCount: '{commissions, plural, one {# commission} other {# commissions}}',
  searchCommissions: 'Order, customer, partner or amount',
});
