import { randomUUID } from 'node:crypto';
import type { TestEventAnswer, TestEventRequest } from '@svc/contract';
import { type ClickKey, formatClickId, linkKeysIn, type Outcome } from '@svc/core';
import { newClickNumber } from '../../ingest/click-numbers.js';
import type { Tracking } from '../../ingest/index.js';
import { RefusedError } from '../../operations/refused-error.js';

/** In the smallest unit of the program's currency. */
const TEST_AMOUNT = 4900;

/** What is needed to send test events to a program. */
export interface TestEvents {
  readonly last: TestEventRequest['type'];
  readonly workspaceId: number;
  readonly programId: number;
  readonly link: { readonly shortLink: string; readonly url: string };
  readonly clickKey: ClickKey;
  readonly customerKey: string;
  readonly transactionId: string;
}

/** Ids for test events, chosen before anything is sent, so that a repeated request gets the same ones. */
export function newTestIds(
  clickedMs: number,
): Pick<TestEvents, 'clickKey' | 'customerKey' | 'transactionId'> {
  return {
    clickKey: { number: newClickNumber(), clickedMs },
    customerKey: `svc-test-${randomUUID()}`,
    transactionId: `test_txn_${randomUUID()}`,
  };
}

/** What is answered once the events are sent. */
export function describeTestEvents({
  last,
  link,
  clickKey,
  customerKey,
  transactionId,
}: Omit<TestEvents, 'workspaceId' | 'programId'>): TestEventAnswer {
  return {
    affiliate_url: link.url,
    click_id: formatClickId(clickKey),
    customer_key: last === 'click' ? null : customerKey,
    transaction_id: last === 'sale' ? transactionId : null,
  };
}

/**
 * Sends a test click and, as far as asked, the lead and the sale after it through the pipeline, as an integration
 * would. They earn nothing and are in no total. Throws `RefusedError` when one of them is refused, because the link was
 * turned off in the same moment.
 */
export async function submitTestEvents(
  { submit }: Pick<Tracking, 'submit'>,
  events: TestEvents,
): Promise<TestEventAnswer> {
  const { last, workspaceId, programId, link, clickKey, customerKey, transactionId } = events;
  const caller = { mode: 'server', workspaceId, programId } as const;
  const common = { caller, testMode: true, additionalData: null, atMs: clickKey.clickedMs };
  const [shortLinkKey = '', ...otherLinkKeys] = linkKeysIn(link.shortLink);
  const withoutCode = { code: null, discountIds: [] };
  const { clickId } = taken(
    await submit({
      ...common,
      kind: 'click',
      key: clickKey,
      shortLinkKey,
      otherLinkKeys,
      affiliateUrl: link.url,
      redirectClickId: null,
      visitor: null,
      referrer: null,
      bot: false,
    }),
    'click',
  );
  if (last === 'click') return describeTestEvents(events);
  taken(
    await submit({
      ...common,
      ...withoutCode,
      kind: 'lead',
      occurredAtMs: null,
      clickId,
      customerKey,
      email: null,
      programId: null,
    }),
    'lead',
  );
  if (last === 'lead') return describeTestEvents(events);
  taken(
    await submit({
      ...common,
      ...withoutCode,
      kind: 'sale',
      transactionId,
      references: [],
      amountCents: TEST_AMOUNT,
      taxCents: 0,
      items: null,
      currency: null,
      customerKey,
      clickId: null,
      source: 'api',
      occurredAtMs: null,
    }),
    'sale',
  );
  return describeTestEvents(events);
}

/** An outcome of the kind that was expected. Throws `RefusedError` when the command was refused. */
export function taken<Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { kind: Kind }> {
  if (outcome.kind === 'refused') throw new RefusedError(outcome.refusal, outcome.status);
  if (outcome.kind !== kind) throw new Error(`a test ${kind} came out as ${JSON.stringify(outcome)}`);
  return outcome as Extract<Outcome, { kind: Kind }>;
}
