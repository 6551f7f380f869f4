import { messages } from '../language/messages.js';

/** Texts about the schedules of payout runs. */
export const texts = messages('payout-schedules', {
  payoutSchedule: 'Payout schedule',
  prepareAPayoutRun: 'Prepare a payout run',
  choices: {
    none: 'Only when someone creates one',
    week: 'Every week',
    half_month: 'Twice a month, on the 1st and 15th',
    month: 'Every month',
  },
  dayOfTheWeek: 'Day of the week',
  dayOfTheMonth: 'Day of the month',
  minimumIs: 'Minimum payout: {minimums}. Change it under {terms}.',
  noMinimum: 'There is no minimum payout. Set one under {terms}.',
  runsAreMadeByHand: 'Payout runs are made by hand: someone on your team creates them under Payouts.',
  whatTheRunContains:
    'The run contains everyone whose balance is due, except partners who are suspended or have no payout details: their balances stay due. Owners and admins are notified. If nobody can be paid, no run is made.',
  nothingIsSent:
    'Money is never sent automatically: you send it by bank, PayPal or Wise, with the files of the run, and mark the payouts as paid.',
  next: 'Next: {time}, {timeZone}',
  noneWhileArchived: 'No runs are prepared while the program is archived.',
  byHand: 'By hand',
  everyWeek: 'Every {weekday}',
  everyHalfMonth: 'On the 1st and 15th of each month',
  everyMonth: 'On day {day} of each month',
  nextRunIsPrepared: 'Next run is prepared on {time}, {timeZone} · {link}',
  nextRunIsPreparedOn: 'Next run is prepared on {time}, {timeZone}',
  runsByHand: 'Runs are made by hand · {link}',
  runsAreByHand: 'Runs are made by hand',
  setASchedule: 'Set a schedule',
  changeSchedule: 'Change schedule',
});
