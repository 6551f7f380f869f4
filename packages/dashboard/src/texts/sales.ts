import { messages } from '../language/messages.js';

/** Texts of the sales pages. */
export const texts = messages('sales', {
  refunded: '{amount} refunded',
  paymentsFromReferredCustomersSelect:
    'Payments from referred customers. Select a sale to see its commission and why it was earned.',
  noMatchingSales: 'No matching sales',
  noSalesYet: 'No sales yet',
  salesAppearHereWhen: 'Sales appear here when your server or payment provider reports them.',
  testSalesAreMarkedEarn: 'Test sales are marked, earn no commission and are excluded from totals.',
  datesOfSales:
    'Dates are in UTC and show when a sale was made; reports count it on the day it was recorded.',
  enterASale: 'Enter a sale',
  enterSale: 'Enter sale',
  saleEntered: 'Sale entered',
  orderNumber: 'Order number',
  asYourServerWould: 'The transaction ID your server would have sent. It is accepted once.',
  enterAnOrderNumber: 'Enter an order number',
  customerKey: 'Customer ID',
  newCustomersAreAssigned:
    'Your ID for the customer, the one your server sends. A new customer is assigned to the partner; a customer of another partner stays theirs for all other sales.',
  enterACustomerKey: 'Enter the customer’s ID',
  soldOn: 'Date of the sale',
  leaveItEmptyForNow: 'Leave it empty if the sale was made now.',
  refunds: 'Refunds',
  withRefunds: 'With refunds',
  withoutRefunds: 'Without refunds',
  searchSales: 'Order, customer, partner or amount',
});
