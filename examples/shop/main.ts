import { createServer } from 'node:http';
import { createShop } from './shop.js';

/**
 * Starts the shop with the variables that `svc init` has written to `.svc/.env`. With a key of the card processor
 * (STRIPE_SECRET_KEY) customers can pay by card, too.
 */
const {
  SVC_API_KEY: apiKey,
  SVC_BASE_URL: baseUrl,
  SVC_PROGRAM_ID: programId,
  PORT = '4601',
  STRIPE_SECRET_KEY,
} = process.env;

if (!apiKey || !baseUrl || !programId) {
  console.error('Set SVC_API_KEY, SVC_PROGRAM_ID and SVC_BASE_URL, as svc init writes them to .svc/.env.');
  process.exit(1);
}

const origin = `http://localhost:${PORT}`;
const shop = createShop({
  apiKey,
  baseUrl,
  programId: Number(programId),
  ...(STRIPE_SECRET_KEY && { card: { secretKey: STRIPE_SECRET_KEY, origin } }),
  onEntry: ({ event, meaning }) => console.log(`${event}: ${meaning}`),
});
createServer(shop).listen(Number(PORT), 'localhost', () => {
  console.log(`The shop is at ${origin}. Its program has to allow that origin.`);
});
