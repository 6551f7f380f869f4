import { createHmac, randomInt } from 'node:crypto';
import type { ProcessorEvent } from './merchant.js';

export interface DeliveryOptions {
  /** The address the events go to; read for each event, because the receiver may start after the sender. */
  readonly url: string;
  readonly secret: string;
  /** Deliver some events twice, and none in the order in which it happened. */
  readonly isUnruly?: boolean;
  /** Called after each delivered event. */
  readonly onTaken?: (event: ProcessorEvent) => void;
}

/** Sends events as the processor does: signed, again until they are taken, and in no particular order. */
export interface Delivery {
  send(event: ProcessorEvent): void;
  /** Resolves when everything sent so far was taken; rejects when something never was. */
  untilDelivered(): Promise<void>;
}

const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 100;

const machineSeconds = () => Math.floor(Date.now() / 1000);

/** The header of a body, signed now unless it says when. */
export function signatureOf(body: string, secret: string, atSeconds = machineSeconds()): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes a delivery to one endpoint. Each attempt is signed again. */
export function createDelivery(options: DeliveryOptions, nowSeconds = machineSeconds): Delivery {
  const { secret, isUnruly = false } = options;
  const underway = new Set<Promise<void>>();
  const failures: unknown[] = [];

  async function deliver(event: ProcessorEvent): Promise<void> {
    if (isUnruly) await sleep(randomInt(50));
    const body = JSON.stringify(event, null, 2);
    for (let tries = 1; ; tries++) {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, secret, nowSeconds()),
      };
      const answer = await fetch(options.url, { method: 'POST', headers, body }).catch(() => null);
      if (answer?.ok) return options.onTaken?.(event);
      if (tries === MAX_TRIES) throw new Error(`${event.id} was not taken: ${answer?.status ?? 'no answer'}`);
      await sleep(FIRST_PAUSE_MS * 2 ** tries);
    }
  }

  function startDelivery(event: ProcessorEvent): void {
    const one = deliver(event)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underway.delete(one));
    underway.add(one);
  }

  return {
    send(event) {
      startDelivery(event);
      if (isUnruly && randomInt(3) === 0) startDelivery(event);
    },
    async untilDelivered() {
      while (underway.size > 0) await Promise.all(underway);
      if (failures.length > 0) throw new AggregateError(failures, 'events were not taken');
    },
  };
}
