import { randomUUID } from 'node:crypto';
import { TestEventAnswer, TestEventRequest } from '@svc/contract';
import type { ClickKey, Outcome } from '@svc/core';
import { newClickNumber } from '../../ingest/click-numbers.js';
import type { Tracking } from '../../ingest/index.js';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findTestLink } from './find-test-link.js';

/** In the smallest unit of the program's currency. */
const TEST_AMOUNT = 4900;

/** What is needed to send test events to a program. */
interface TestEvents {
  readonly last: TestEventRequest['type'];
  readonly workspaceId: number;
  readonly programId: number;
  readonly link: { readonly shortLink: string; readonly url: string };
  readonly clickKey: ClickKey;
}

/**
 * Sends a test click and, as far as asked, the lead and the sale after it through the pipeline, as an integration
 * would. They earn nothing and are in no total. Throws `RefusedError` when one of them is refused, because the link was
 * turned off in the same moment.
 */
async function submitTestEvents(
  { submit }: Pick<Tracking, 'submit'>,
  { last, workspaceId, programId, link, clickKey }: TestEvents,
): Promise<TestEventAnswer> {
  const caller = { mode: 'server', workspaceId, programId } as const;
  const common = { caller, testMode: true, additionalData: null, atMs: clickKey.clickedMs };
  const { clickId } = taken(
    await submit({
      ...common,
      kind: 'click',
      key: clickKey,
      shortLinkKey: link.shortLink.toLowerCase(),
      affiliateUrl: link.url,
      referrer: null,
      bot: false,
    }),
    'click',
  );
  const clicked = { affiliate_url: link.url, click_id: clickId, customer_key: null, transaction_id: null };
  if (last === 'click') return clicked;
  const customerKey = `svc-test-${randomUUID()}`;
  taken(
    await submit({
      ...common,
      kind: 'lead',
      occurredAtMs: null,
      clickId,
      customerKey,
      email: null,
      programId: null,
    }),
    'lead',
  );
  const signedUp = { ...clicked, customer_key: customerKey };
  if (last === 'lead') return signedUp;
  const { transactionId } = taken(
    await submit({
      ...common,
      kind: 'sale',
      transactionId: `test_txn_${randomUUID()}`,
      references: [],
      amountCents: TEST_AMOUNT,
      taxCents: 0,
      currency: null,
      customerKey,
      clickId: null,
      source: 'api',
      occurredAtMs: null,
    }),
    'sale',
  );
  return { ...signedUp, transaction_id: transactionId };
}

function taken<Kind extends Outcome['kind']>(outcome: Outcome, kind: Kind): Extract<Outcome, { kind: Kind }> {
  if (outcome.kind === 'refused') throw new RefusedError(outcome.refusal, outcome.status);
  if (outcome.kind !== kind) throw new Error(`a test ${kind} came out as ${JSON.stringify(outcome)}`);
  return outcome as Extract<Outcome, { kind: Kind }>;
}

/** Test events without a terminal, for someone who sets up an integration. */
export const sendTestEvents = defineOperation({
  name: 'sendTestEvents',
  route: 'POST /api/programs/:programId/test-events',
  permission: 'link:write',
  summary: 'Send a test click, lead or sale, with those that it needs before it',
  input: TestEventRequest,
  output: TestEventAnswer,
  errors: ['link_missing'],
  audit: 'test_event.send',
  async run({ client, scope: { programId }, input }) {
    const link = await findTestLink(client, programId);
    if (link === null) throw new RefusedError('link_missing');
    return changed(link, { on: 'program', id: programId, before: null, after: { type: input.type } });
  },
  after: ({ services, scope: { workspaceId, programId }, input, nowMs }, link) =>
    submitTestEvents(services.tracking, {
      last: input.type,
      workspaceId,
      programId,
      link,
      clickKey: { number: newClickNumber(), clickedMs: nowMs },
    }),
});
