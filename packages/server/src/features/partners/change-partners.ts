import {
  MAX_BULK_PARTNERS,
  type PartnerAction,
  PartnerBulk,
  PartnerBulkAnswer,
  type PartnerItem,
} from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { type Change, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { lockRules } from '../rules/add-rule-version.js';
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

const changesRules = ({ type }: PartnerAction) => type === 'group' || type === 'rule';

/** Partners that an action is about. */
interface Chosen {
  readonly partners: readonly PartnerItem[];
  /** More match the filter than are changed at once. */
  readonly isCut: boolean;
}

/** The partners that a request is about, locked until the transaction ends and read after that, in the order of their ids. */
async function lockChosen(
  client: ClientBase,
  programId: number,
  { ids, filter, action }: Static<typeof PartnerBulk>,
): Promise<Chosen> {
  if ((ids === undefined) === (filter === undefined)) throw new RefusedError('field_invalid', 'ids');
  if (changesRules(action)) await lockRules(client, programId);
  if (ids !== undefined) {
    const partners = await lockPartners(client, programId, ids);
    if (new Set(ids).size > partners.length) throw new RefusedError('field_invalid', 'ids');
    return { partners, isCut: false };
  }
  const request = { limit: MAX_BULK_PARTNERS, after: null, search: filter?.q ?? null };
  const { data, next } = await loadPartners(client, programId, partnerFilter(filter ?? {}), request);
  const found = data.map(({ id }) => id);
  return { partners: await lockPartners(client, programId, found), isCut: next !== null };
}

/** Partner before enrollment, and each in the order of ids, so that two changes at once cannot wait for each other. */
async function lockPartners(
  client: ClientBase,
  programId: number,
  ids: readonly number[],
): Promise<readonly PartnerItem[]> {
  const lock = (rows: string, where: string) =>
    client.query(
      `select 1 from ${rows} where ${where} = any($2::bigint[]) order by x.id for no key update of x`,
      [programId, ids],
    );
  await lock('enrollments e join partners x on x.id = e.partner_id', 'e.program_id = $1 and x.id');
  await lock('enrollments x', 'x.program_id = $1 and x.partner_id');
  const found = await findPartners(client, programId, ids);
  return [...found.values()].sort((a, b) => a.id - b.id);
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
    const { partners, isCut } = await lockChosen(client, scope.programId, input);
    const acted = await actOn(call, partners, input.action);
    const data = resultsOf(partners, acted);
    if (isPreview) {
      await client.query('rollback to savepoint preview');
      return unchanged({ data, isCut, decisions: [] });
    }
    const { decisions, entries, events } = acted;
    return { answer: { data, isCut, decisions }, entries, events };
  },
  answerWithoutAfter: ({ data, isCut }) => ({ data, is_cut: isCut, mails_failed: null }),
  async after(call, { data, isCut, decisions }): Promise<PartnerBulkAnswer> {
    const { preview: isPreview = false, action } = call.input;
    if (!isPreview && changesRules(action)) await markRulesInForce(call.pool, call.scope.programId);
    // Which links count is remembered by the status of their partners.
    else if (!isPreview) call.services.forgetConfiguration();
    let failed = 0;
    for (let from = 0; from < decisions.length; from += MAILS_AT_ONCE) {
      const some = decisions.slice(from, from + MAILS_AT_ONCE);
      const sent = await Promise.all(some.map((decision) => sendDecision(call, decision)));
      failed += sent.filter(({ mail_sent: isSent }) => isSent === false).length;
    }
    return { data, is_cut: isCut, mails_failed: failed };
  },
});
