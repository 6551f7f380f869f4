import { messages } from '../language/messages.js';

/** What happened with a customer, line by line. */
export const texts = messages('timeline', {
  clicked: 'Clicked a referral link',
  clickedTo: 'Clicked a referral link, to {url}',
  signedUp: { browser: 'Signed up (reported by browser)', server: 'Signed up (reported by server)' },
  bought: 'Bought: {amount} ({transaction})',
  refunded: 'Got money back: {amount} ({transaction})',
  refundFailed: 'A refund failed: {amount} ({transaction})',
  movements: {
    earn: 'Commission earned: {amount}',
    mature: 'Commission payable: {amount}',
    hold: 'Commission put on hold: {amount}',
    release: 'Commission released: {amount}',
    reverse: 'Commission reversed: {amount}',
    reject: 'Commission rejected: {amount}',
    restore: 'Commission restored: {amount}',
    reassign: 'Commission reassigned with the sale: {amount}',
    pay: 'Commission paid out: {amount}',
    unpay: 'Payout cancelled: {amount}',
    carry: 'Carried over to the next payout: {amount}',
    uncarry: 'No longer carried over: {amount}',
  },
  withLink: '{name} (link “{link}”)',
  nobody: 'nobody',
  aClick: 'a click on this link',
  theCode: 'the code “{code}”',
  movedByLead: 'Credit moved from {from} to {to}: your server reported the sign-up with {named}',
  movedBySale: 'Credit moved from {from} to {to}: a sale named {named}',
  assigned: 'Credit moved from {from} to {to}: assigned by {by}. Reason: {note}',
  assignedWithSales:
    'Credit moved from {from} to {to}: assigned by {by}, with all sales so far. Reason: {note}',
});
