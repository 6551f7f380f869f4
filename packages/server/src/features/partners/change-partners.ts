import { MAX_BULK_PARTNERS, PartnerBulk, PartnerBulkAnswer, type PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { type Change, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { type Acted, actOn } from './act-on-partners.js';
import { findPartners } from './find-partner.js';
import { loadPartners, partnerFilter } from './list-partners.js';
import { type Decision, sendDecision } from './update-partner.js';

const MAILS_AT_ONCE = 10;

/** What is to be answered, and told to partners. */
interface Written {
  readonly data: PartnerBulkAnswer['data'];
  readonly isCut: boolean;
  readonly decisions: readonly Decision[];
}

/** The partners that a request is about, in the order of their numbers. */
async function findChosen(
  client: ClientBase,
  programId: number,
  { ids, filter }: Static<typeof PartnerBulk>,
): Promise<{ readonly partners: readonly PartnerItem[]; readonly isCut: boolean }> {
  if ((ids === undefined) === (filter === undefined)) throw new RefusedError('field_invalid', 'ids');
  if (ids !== undefined) {
    const found = await findPartners(client, programId, ids);
    if (ids.some((id) => !found.has(id))) throw new RefusedError('field_invalid', 'ids');
    return { partners: inOrder([...found.values()]), isCut: false };
  }
  const request = { limit: MAX_BULK_PARTNERS, after: null, search: filter?.q ?? null };
  const { data, next } = await loadPartners(client, programId, partnerFilter(filter ?? {}), request);
  return { partners: inOrder(data), isCut: next !== null };
}

/** In one order for everybody, so that two changes at once cannot wait for each other. */
function inOrder(partners: readonly PartnerItem[]): readonly PartnerItem[] {
  return [...partners].sort((a, b) => a.id - b.id);
}

function resultsOf(chosen: readonly PartnerItem[], { changed, refused }: Acted): PartnerBulkAnswer['data'] {
  return chosen.map(({ id, name }) => {
    const reason = refused.get(id) ?? null;
    return {
      id,
      name,
      reason,
      result: reason !== null ? 'refused' : changed.has(id) ? 'changed' : 'unchanged',
    };
  });
}

/** All of it is one transaction: what was wrong about the request changes nobody. A preview is the same, and is undone. */
export const changePartners = defineOperation({
  name: 'changePartners',
  route: 'POST /api/programs/:programId/partners/bulk',
  permission: 'partner:write',
  summary: 'Approve, reject, suspend, group or tag many partners, or set their rule; with a preview',
  input: PartnerBulk,
  output: PartnerBulkAnswer,
  audit: 'partner.update',
  async run(call): Promise<Change<Written>> {
    const { client, scope, input } = call;
    const { preview: isPreview = false } = input;
    if (isPreview) await client.query('savepoint preview');
    const { partners, isCut } = await findChosen(client, scope.programId, input);
    const acted = await actOn(call, partners, input.action);
    const data = resultsOf(partners, acted);
    if (isPreview) {
      await client.query('rollback to savepoint preview');
      return unchanged({ data, isCut, decisions: [] });
    }
    const { decisions, entries, events } = acted;
    return { answer: { data, isCut, decisions }, entries, events };
  },
  answerWithoutAfter: ({ data, isCut }) => ({ data, is_cut: isCut, mails_failed: 0 }),
  async after(call, { data, isCut, decisions }) {
    if (call.input.preview !== true) {
      call.services.forgetConfiguration();
      await markRulesInForce(call.pool, call.scope.programId);
    }
    let failed = 0;
    for (let from = 0; from < decisions.length; from += MAILS_AT_ONCE) {
      const some = decisions.slice(from, from + MAILS_AT_ONCE);
      const sent = await Promise.all(some.map((decision) => sendDecision(call, decision)));
      failed += sent.filter(({ mail_sent: isSent }) => isSent === false).length;
    }
    return { data, is_cut: isCut, mails_failed: failed };
  },
});
