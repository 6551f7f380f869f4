import { type PartnerAction, PartnerBulk, PartnerBulkAnswer, type PartnerItem } from '@svc/contract';
import { type Change, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { lockRules } from '../rules/add-rule-version.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { type Acted, actOn } from './act-on-partners.js';
import { lockChosen } from './lock-chosen.js';
import { type Decision, sendDecision } from './update-partner.js';

const MAILS_AT_ONCE = 10;

type Sent = Awaited<ReturnType<typeof sendDecision>>;

/** What is to be answered, and told to partners. */
interface Written {
  readonly data: PartnerBulkAnswer['data'];
  readonly isCut: boolean;
  readonly decisions: readonly Decision[];
}

const changesRules = ({ type }: PartnerAction) => type === 'group' || type === 'rule';

function resultsOf(chosen: readonly PartnerItem[], { changed, refused }: Acted): PartnerBulkAnswer['data'] {
  return chosen.map(({ id, name, email }) => {
    const reason = refused.get(id) ?? null;
    return {
      id,
      name,
      email,
      reason,
      invitation_url: null,
      result: reason !== null ? 'refused' : changed.has(id) ? 'changed' : 'unchanged',
    };
  });
}

/** All of it is one transaction: what was wrong about the request changes nobody. A preview is the same, and is undone. */
export const changePartners = defineOperation({
  name: 'changePartners',
  route: 'POST /api/programs/:programId/partners/bulk',
  permission: 'partner:write',
  summary: 'Approve, reject, suspend, invite, group or tag many partners, or set their rule; with a preview',
  input: PartnerBulk,
  output: PartnerBulkAnswer,
  audit: 'partner.update',
  async run(call): Promise<Change<Written>> {
    const { client, scope, input } = call;
    const { preview: isPreview = false } = input;
    if (isPreview) await client.query('savepoint preview');
    if (changesRules(input.action)) await lockRules(client, scope.programId);
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
    const sent = new Map<number, Sent>();
    for (let from = 0; from < decisions.length; from += MAILS_AT_ONCE) {
      const some = decisions.slice(from, from + MAILS_AT_ONCE);
      const answers = await Promise.all(some.map((decision) => sendDecision(call, decision)));
      answers.forEach((answer, index) => {
        const { partner } = some[index] as Decision;
        sent.set(partner.id, answer);
      });
    }
    return {
      data: data.map((row) => ({ ...row, invitation_url: sent.get(row.id)?.invitation_url ?? null })),
      is_cut: isCut,
      mails_failed: [...sent.values()].filter(({ mail_sent: isSent }) => isSent === false).length,
    };
  },
});
