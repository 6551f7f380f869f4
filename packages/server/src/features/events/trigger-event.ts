import { EventTrigger, EventTriggered, type SvcEventType } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findTestLink } from '../integration/find-test-link.js';
import { newTestIds, submitTestEvents, taken } from '../integration/submit-test-events.js';
import { isProgramOf } from '../programs/is-program-of.js';
import { SAMPLE_OBJECT } from './event-row.js';

/** Up to where the path of a test visitor goes, for the types that come from one. */
const LAST_STEP: Partial<Record<SvcEventType, 'lead' | 'sale'>> = {
  'lead.created': 'lead',
  'sale.created': 'sale',
  'sale.refunded': 'sale',
};

/**
 * Makes one event, for someone who builds a receiver. What a visitor can cause is recorded as such, in test mode, with the events
 * that come before it; of every other type a sample is written, whose objects do not exist. Contract 2, section 9.
 */
export const triggerEvent = defineOperation({
  name: 'triggerEvent',
  route: 'POST /api/workspaces/:workspaceId/events/trigger',
  permission: 'webhook:write',
  summary: 'Make an event of any type, in test mode',
  input: EventTrigger,
  output: EventTriggered,
  errors: ['link_missing'],
  audit: 'event.trigger',
  async run({ client, scope: { workspaceId }, input: { type, program_id: given = null } }) {
    const programId = await programOf(client, workspaceId, given);
    const isSample = LAST_STEP[type] === undefined;
    const link = isSample ? null : await findTestLink(client, programId ?? 0);
    if (!isSample && link === null) throw new RefusedError('link_missing');
    if (isSample) await insertSample(client, { workspaceId, programId, type });
    const place = { workspaceId, programId };
    const after = { type, sample: isSample };
    return changed(
      { type, programId, link },
      { on: 'workspace', id: workspaceId, before: null, after, place },
    );
  },
  answerWithoutAfter: ({ type, programId, link }) => ({ type, program_id: programId, sample: link === null }),
  async after({ services, scope: { workspaceId }, nowMs }, { type, programId, link }) {
    const last = LAST_STEP[type];
    if (last === undefined || link === null || programId === null)
      return { type, program_id: programId, sample: true };
    const { tracking } = services;
    const visit = { last, workspaceId, programId, link, ...newTestIds(nowMs) };
    const { transaction_id: transactionId } = await submitTestEvents(tracking, visit);
    if (type === 'sale.refunded' && transactionId !== null) {
      const caller = { mode: 'server', workspaceId, programId } as const;
      const whole = { amountCents: null, refundKey: null, occurredAtMs: null } as const;
      const refund = { kind: 'refund', caller, transactionId, ...whole, source: 'api', atMs: nowMs } as const;
      taken(await tracking.submit(refund), 'refund');
    }
    return { type, program_id: programId, sample: false };
  },
});

/** The program that is meant: the one given, or the oldest that is not archived; null where there is none. */
async function programOf(
  client: ClientBase,
  workspaceId: number,
  given: number | null,
): Promise<number | null> {
  if (given !== null) {
    if (!(await isProgramOf(client, workspaceId, given))) throw new RefusedError('not_found');
    return given;
  }
  const { rows } = await client.query<{ id: number }>(
    'select id from programs where workspace_id = $1 and archived_at is null order by id limit 1',
    [workspaceId],
  );
  return rows[0]?.id ?? null;
}

async function insertSample(
  client: ClientBase,
  event: { readonly workspaceId: number; readonly programId: number | null; readonly type: SvcEventType },
): Promise<void> {
  await client.query(
    `insert into events (workspace_id, program_id, type, test_mode, object_id, object_key)
     values ($1, $2, $3, true, ${SAMPLE_OBJECT}, 'sample')`,
    [event.workspaceId, event.programId, event.type],
  );
}
