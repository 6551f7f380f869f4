/** Texts of the sales pages. */
export const texts = {
  refunded: '{amount} refunded',
  paymentsFromReferredCustomersSelect:
    'Payments from referred customers. Select a sale to see its commission and why it was earned.',
  transaction: 'Transaction',
  noMatchingSales: 'No matching sales',
  noSalesYet: 'No sales yet',
  salesAppearHereWhen: 'Sales appear here when your server or payment provider reports them.',
  testSalesAreMarkedEarn: 'Test sales are marked, earn no commission and are excluded from totals.',
} as const;
