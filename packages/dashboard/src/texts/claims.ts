import { messages } from '../language/messages.js';

/** Texts of the claims pages. */
export const texts = messages('claims', {
  answerSentToThePartner: 'Answer sent to the partner',
  chooseAnAnswer: 'Choose an answer',
  enterAMessage: 'Enter a message for the partner',
  yourAnswer: 'Your answer',
  sendAnswer: 'Send answer',
  isThePartnerRight: 'Is the partner right?',
  yesAccept: 'Yes, accept',
  acceptingAClaimDoesntRecord:
    'Accepting a claim alone changes no commission. Ask an owner or admin to correct it, or report the sale from your server.',
  youChooseACorrection: 'You choose the correction below.',
  noReject: 'No, reject',
  messageToThePartner: 'Message to the partner',
  youCanAnswerAClaim: 'You can answer a claim once, and you can’t change the answer.',
  claimForOrder: 'Claim for order {reference}',
  submittedBy: 'Submitted by {partner}, {time}',
  partnersMessage: 'Partner’s message',
  noMessageProvided: 'No message provided.',
  orderCheck: 'Order check',
  viewTheSale: 'View the sale and its commission',
  itIsOf: 'It is credited to {partner}.',
  answered: 'Answered {time}',
  notAnsweredYet: 'Not answered yet.',
  order: 'Order',
  submitted: 'Submitted',
  ordersPartnersBelieveTheyShould:
    'Orders partners believe they should be credited for, checked against your records.',
  noMatchingClaims: 'No matching claims',
  saleAmount: 'Sale amount',
  noClaimsYet: 'No claims in {program} yet',
  thisClaimDoesNotExist: 'This claim does not exist',
  whenAPartnerBelieves:
    'When a partner believes a sale is missing, they submit the order number and the claim appears here.',
  findings: {
    unknown_order: {
      short: 'Order not found',
      full: 'No sale with this order number is recorded in this program. Either your server or payment provider did not report the payment, or the customer was never linked to a click.',
    },
    credited: {
      short: 'Credited to this partner',
      full: 'The sale is recorded and credited to this partner. Nothing is missing.',
    },
    no_commission: {
      short: 'Credited, no commission',
      full: 'The sale is recorded for this partner, but the commission rule did not apply to it.',
    },
    credited_elsewhere: {
      short: 'Credited to another partner',
      full: 'The sale is recorded for another partner, whose link the customer clicked last.',
    },
    test_sale: { short: 'Test sale', full: 'The sale is recorded as a test. Test sales earn no commission.' },
  },
  correction: 'Correction',
  chooseACorrection: 'Choose a correction',
  noCorrection: 'None',
  noCommissionChanges: 'No commission changes.',
  enterTheSale: 'Enter the sale for this partner',
  itEarnsByTheRule: 'It earns a commission by the rule, like every other sale.',
  assignTheCustomer: 'Assign the customer to this partner',
  withAllSalesSoFar: 'With all sales so far. What they earned the other partner is reversed.',
  giveABonus: 'Give a bonus',
  withTheNextPayout: 'Added to the next payout.',
  allClaimsAreAnswered: 'All claims are answered',
});
