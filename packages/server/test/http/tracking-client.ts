import { type SeededProgram, uniqueName } from '../support/seed.js';
import type { RunningService } from '../support/service.js';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is compared, not trusted.
  readonly body: any;
  readonly headers: Headers;
}

export interface Sending {
  readonly key?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  /** Sent as it is instead of the body's JSON. */
  readonly raw?: string | Uint8Array;
  readonly contentType?: string | null;
}

/** Speaks HTTP to a running service as an integrator does. */
export function trackingClient(service: RunningService) {
  async function post(path: string, body: unknown, sending: Sending = {}): Promise<Answer> {
    const headers: Record<string, string> = { 'content-type': 'application/json', ...sending.headers };
    if (sending.contentType === null) delete headers['content-type'];
    else if (sending.contentType !== undefined) headers['content-type'] = sending.contentType;
    if (sending.key !== undefined) headers.authorization = `Bearer ${sending.key}`;
    if (sending.origin !== undefined) headers.origin = sending.origin;
    const payload = sending.raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body: payload });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  }
  const server = (program: SeededProgram) => ({ key: program.apiKey });
  return {
    post,
    click: (body: unknown, sending: Sending = {}) => post('/track/click', body, sending),
    lead: (body: unknown, sending: Sending = {}) => post('/api/v1/track/lead', body, sending),
    sale: (body: unknown, sending: Sending = {}) => post('/api/v1/track/sale', body, sending),
    refund: (body: unknown, sending: Sending = {}) => post('/api/v1/track/refund', body, sending),

    /** The id of a new click through the program's link. */
    async clickId(program: SeededProgram): Promise<string> {
      const answer = await post(
        '/track/click',
        { affiliate_url: program.affiliateUrl },
        { origin: program.origin },
      );
      if (answer.status !== 200) throw new Error(`the click was refused: ${JSON.stringify(answer.body)}`);
      return answer.body.click_id;
    },
    /** A customer brought by the program's partner. */
    async customer(program: SeededProgram): Promise<{ clickId: string; customerKey: string }> {
      const clickId = await this.clickId(program);
      const customerKey = uniqueName('customer');
      const answer = await this.lead({ click_id: clickId, customer_key: customerKey }, server(program));
      if (answer.status !== 200) throw new Error(`the lead was refused: ${JSON.stringify(answer.body)}`);
      return { clickId, customerKey };
    },
    /** A recorded sale. */
    async soldTo(program: SeededProgram, customerKey: string, amountCents = 10_000, extra: object = {}) {
      const body = {
        transaction_id: uniqueName('order'),
        amount_cents: amountCents,
        customer_key: customerKey,
      };
      const answer = await this.sale({ ...body, ...extra }, server(program));
      if (answer.status !== 200) throw new Error(`the sale was refused: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

export type TrackingClient = ReturnType<typeof trackingClient>;

/** Makes a click as old as `days`, by moving it back: its id then names the earlier time. */
export async function ageClick(service: RunningService, clickId: string, days: number): Promise<string> {
  const [, number, clickedMs] = clickId.split('_');
  const earlierMs = Number(clickedMs) - days * 86_400_000;
  await service.pool.query('update clicks set clicked_ms = $1 where number = $2', [earlierMs, number]);
  return `cust_${number}_${earlierMs}`;
}
