import { setTimeout } from 'node:timers/promises';
import { formatMoney } from '../packages/contract/src/format-money.js';
import type { WatchAnswer, WatchItem } from '../packages/contract/src/watch.js';
import { TIDYDESK } from './cast.js';
import type { Terminal } from './terminal.js';

const WAIT_SECONDS = 20;
const TRY_AGAIN_MS = 1_000;
/** Customers of the shop, which prints its own lines. */
const OF_THE_SHOP = /^user-[0-9a-f]{12}$/;

/**
 * Prints a line for each click, lead, sale and refund of the tour's program, and for what was refused, as `svc watch` does. It ends with
 * the process.
 */
export async function followEvents(baseUrl: string, terminal: Terminal): Promise<never> {
  for (let after = ''; ; ) {
    const query = new URLSearchParams({ after, wait_seconds: String(WAIT_SECONDS) });
    try {
      const response = await fetch(`${baseUrl}/api/v1/cli/watch?${query}`, {
        headers: { authorization: `Bearer ${TIDYDESK.apiToken}` },
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const { data, next_after: next } = (await response.json()) as WatchAnswer;
      after = next;
      for (const item of data) print(item, terminal);
    } catch {
      // The service is starting or stopping, or the network of the machine has changed.
      await setTimeout(TRY_AGAIN_MS, undefined, { ref: false });
    }
  }
}

function print(item: WatchItem, terminal: Terminal): void {
  if (item.type === 'refused') {
    const what = item.value === null ? '' : ` (${item.value})`;
    terminal.event(item.event, `refused: ${item.error}${what}`, { isFine: false });
  } else if (item.customer_key === null || !OF_THE_SHOP.test(item.customer_key)) {
    terminal.event(item.type, describe(item));
  }
}

function describe(item: Exclude<WatchItem, { type: 'refused' }>): string {
  const { amount_cents: cents, currency, customer_key: customer, transaction_id: order, partner_id } = item;
  const parts = [
    cents === null || currency === null ? null : formatMoney(cents, currency),
    order,
    customer === null ? item.click_id : `of ${customer}`,
    partner_id === null ? 'credited to nobody' : null,
    item.test_mode ? 'test' : null,
    item.bot ? 'bot' : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
