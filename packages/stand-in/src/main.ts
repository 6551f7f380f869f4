import { startStandIn } from './stand-in.js';

const DEFAULT_PORT = 4242;

/** Starts the stand-in and prints what a trial needs. It ends with the process. */
async function main(): Promise<void> {
  const port = Number(process.env.STAND_IN_PORT ?? DEFAULT_PORT);
  const standIn = await startStandIn({ port });
  const account = 'acct_standin';
  const { key } = standIn.createKey({ account, mode: 'test' });
  const shared = { account, mode: 'test', amountCents: 2_900 } as const;
  const once = standIn.createPaymentLink({ ...shared, product: 'Course' });
  const monthly = standIn.createPaymentLink({ ...shared, product: 'Plan', type: 'subscription' });
  const trial = standIn.createPaymentLink({
    ...shared,
    product: 'Plan with a trial',
    type: 'subscription',
    trialDays: 14,
  });
  console.log(`The stand-in of Stripe runs at ${standIn.baseUrl}. No money moves.

Start the service beside it, in another terminal:

  PROCESSOR_API_BASE=${standIn.baseUrl} PROCESSOR_TEST_EVENTS=live npm start

Restricted key to paste:       ${key}
Payment Link, paid once:       ${once.url}
Payment Link, paid monthly:    ${monthly.url}
Payment Link, 14 days free:    ${trial.url}
Renew, refund, capture:        ${standIn.baseUrl}/
`);
}

await main();
