import { expect } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import type { RunningService } from '../support/service.js';

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is compared, not trusted.
export type Row = any;

export const COUNTS = [
  'clicks',
  'unique_clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'commission_cents',
];
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A program with what a breakdown is made of, over HTTP. The service must trust its proxy: each click has an address of its own. */
export async function openBreakdown(service: RunningService) {
  const opened = await openProgram(service);
  const { program } = opened;
  const client = trackingClient(service);
  const { shortLink, origin, apiKey } = program;
  let visitors = 0;
  return {
    ...opened,
    client,
    async click(
      query: string,
      { path = '/', referrer, address, agent = FIREFOX, link = shortLink }: Row = {},
    ) {
      const { status, body } = await client.click(
        { affiliate_url: `${origin}${path}?aff=${link}&${query}`, referrer },
        { origin, headers: { 'user-agent': agent, 'x-forwarded-for': address ?? `192.0.2.${++visitors}` } },
      );
      expect(status).toBe(200);
      return body.click_id as string;
    },
    async lead(clickId: string | null, customerKey = uniqueName('customer')) {
      const { status } = await client.lead({ click_id: clickId, customer_key: customerKey }, { key: apiKey });
      expect(status).toBe(200);
      return customerKey;
    },
    async sale(customerKey: string, amount = 10_000, extra: object = {}) {
      const { status, body } = await client.sale(
        { transaction_id: uniqueName('order'), amount_cents: amount, customer_key: customerKey, ...extra },
        { key: apiKey },
      );
      expect([status, body]).toEqual([200, expect.anything()]);
      return body;
    },
    async by(name: string, query = '') {
      const { status, body } = await opened.send('GET', `/breakdown?by=${name}${query}`);
      expect(status).toBe(200);
      for (const count of COUNTS) {
        const sum = body.data.reduce((total: number, row: Row) => total + row[count], 0);
        expect([name, count, sum]).toEqual([name, count, body.totals[count]]);
      }
      return body;
    },
  };
}
