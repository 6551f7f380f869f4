import { createServer } from 'node:http';
import { createShop } from './shop.js';

/** Starts the shop with the variables that `svc init` has written to `.svc/.env`. */
const { SVC_API_KEY: apiKey, SVC_BASE_URL: baseUrl, SVC_PROGRAM_ID: programId, PORT = '4601' } = process.env;

if (!apiKey || !baseUrl || !programId) {
  console.error('Set SVC_API_KEY, SVC_PROGRAM_ID and SVC_BASE_URL, as svc init writes them to .svc/.env.');
  process.exit(1);
}

const shop = createShop({
  apiKey,
  baseUrl,
  programId: Number(programId),
  onEntry: ({ event, meaning }) => console.log(`${event}: ${meaning}`),
});
createServer(shop).listen(Number(PORT), 'localhost', () => {
  console.log(`The shop is at http://localhost:${PORT}. Its program has to allow that origin.`);
});
