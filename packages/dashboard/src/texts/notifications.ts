import { messages } from '../language/messages.js';

/** Texts of notifications, and of the settings for them. */
export const texts = messages('notifications', {
  notifications: 'Notifications',
  withUnread: 'Notifications, {unread} unread',
  markAllAsRead: 'Mark all as read',
  unread: 'Unread',
  noneYet: 'No notifications yet',
  appearHere: 'Activity in your programs appears here for 90 days.',
  showMore: 'Show more',
  chooseNotifications: 'Choose which notifications you get, and how',
  backToAccount: 'Account and security',
  saved: 'Saved',
  nothingToChoose: 'Nothing to choose yet',
  nothingToChooseYet: 'Once you are a partner or a team member, you can choose your notifications here.',
  audiences: { partner: 'As a partner', team: 'For your team' },
  deliveries: { email: 'In the app and by email', app: 'In the app', off: 'Off' },
  approvedHint: 'The decision on an application is always emailed.',
  togetherHint: 'Grouped by day: one entry; by email, one at the end of the day.',
  digestHint:
    'Figures of the week and what needs attention, on Mondays at 08:00 in the time zone of the workspace; nothing in a quiet week.',
  readyHint: 'When the payout schedule of a program has prepared a payout run.',
  withinAnHourHint: 'Grouped by hour: one entry; by email, one at the end of the hour.',
  kinds: {
    partner_approved: 'Approved as a partner',
    first_click: 'First click on your link',
    commission_earned: 'Commissions earned',
    commission_reassigned: 'Commissions reassigned',
    commission_rejected: 'Commissions rejected',
    payout_paid: 'Payout paid',
    adjustment_received: 'Bonus or deduction',
    claim_answered: 'Claim answered',
    partner_message: 'Message from a program',
    application_received: 'Application received',
    claim_received: 'Claim received',
    commission_flagged: 'Commissions flagged',
    payouts_ready: 'Payouts ready to be paid',
    weekly_digest: 'Weekly digest',
  },
  partnerApproved: 'You are now a partner of {program}',
  firstClick: 'Your link in {program} got its first click',
  commissionEarned: 'You earned a commission of {amount} in {program}',
  commissionsEarned: 'You earned {count} commissions in {program}, {amount} in total',
  commissionsReassigned:
    '{count, plural, one {A commission of {amount} in {program} was reassigned to another partner} other {# commissions in {program}, {amount} in total, were reassigned to another partner}}',
  commissionsRejected:
    '{count, plural, one {{program} rejected a commission of {amount}} other {{program} rejected # commissions, {amount} in total}}',
  payoutPaid: '{program} paid you {amount}',
  bonusReceived: '{program} gave you a bonus of {amount}',
  deductionReceived: '{program} deducted {amount} from your balance',
  claimAccepted: '{program} accepted your claim for order {reference}',
  claimRejected: '{program} rejected your claim for order {reference}',
  partnerMessage: 'Message from {program}: {subject}',
  applicationReceived:
    '{count, plural, one {{partner} applied to {program}} other {# people applied to {program}}}',
  claimReceived: '{partner} reported a missing order in {program}: {reference}',
  commissionsFlagged:
    '{count, plural, one {A commission was flagged in {program}} other {# commissions were flagged in {program}}}',
  payoutsReady:
    '{count, plural, one {A payout is ready to be paid in {program}} other {# payouts are ready to be paid in {program}}}',
  payoutsReadyInAll:
    '{count, plural, one {A payout of {amount} is ready to be paid in {program}} other {# payouts are ready to be paid in {program}, {amount} in total}}',
  weeklyDigest:
    'Week of {week} in {workspace}: {clicks, plural, one {# click} other {# clicks}}, {sales, plural, one {# sale} other {# sales}}',
  quietWeek: 'Week of {week} in {workspace}: something needs your attention',
});
