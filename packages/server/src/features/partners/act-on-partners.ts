import {
  MAX_TAGS,
  normalizeTag,
  type PartnerAction,
  type PartnerBulkAnswer,
  type PartnerItem,
} from '@svc/contract';
import type { ProgramEvent } from '../../events/append-events.js';
import type { AuditEntry, Change } from '../../operations/change.js';
import type { Scope, WriteCall } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { requireRulePermission } from '../groups/group-item.js';
import { moveToGroup } from '../groups/move-to-group.js';
import { changeRule } from '../rules/change-rule.js';
import { dropRule } from '../rules/drop-partner-rule.js';
import { changePartner } from './change-partner.js';
import { findWithAccount } from './find-partner.js';
import { inviteAgain } from './reinvite-partner.js';
import { type Decision, decide } from './update-partner.js';

type BulkCall = WriteCall<Scope & { readonly programId: number }, unknown, unknown>;
type Refusal = NonNullable<PartnerBulkAnswer['data'][number]['reason']>;
type ActionOf<Type extends PartnerAction['type']> = Extract<PartnerAction, { readonly type: Type }>;

/** What an action came to. Partners who are in neither of the two are as they were wanted already. */
export interface Acted {
  readonly changed: ReadonlySet<number>;
  readonly refused: ReadonlyMap<number, Refusal>;
  /** What partners are told. */
  readonly decisions: readonly Decision[];
  readonly entries: readonly AuditEntry[];
  readonly events: readonly ProgramEvent[];
}

/** Does the same with each of these partners. Throws `RefusedError` where it cannot be done with anybody. */
export async function actOn(
  call: BulkCall,
  partners: readonly PartnerItem[],
  action: PartnerAction,
): Promise<Acted> {
  switch (action.type) {
    case 'approve':
    case 'reject':
    case 'suspend':
      return decideOn(call, partners, action.type);
    case 'invite':
      return invite(call, partners);
    case 'group':
      return group(call, partners, action);
    case 'tag':
    case 'untag':
      return tag(call, partners, action);
    case 'rule':
      return setRule(call, partners, action);
  }
}

const STATUS = { approve: 'approved', reject: 'rejected', suspend: 'suspended' } as const;

/** Why somebody cannot be decided about so; null: they can. */
function statusRefusal(type: keyof typeof STATUS, { status }: PartnerItem): Refusal | null {
  if (type === 'reject' && status !== 'pending') return 'not_an_application';
  return type === 'suspend' && status !== 'approved' ? 'not_approved' : null;
}

function decideOn(
  call: BulkCall,
  partners: readonly PartnerItem[],
  type: keyof typeof STATUS,
): Promise<Acted> {
  const status = STATUS[type];
  return eachOf(partners, {
    isWanted: (partner) => partner.status === status,
    refusalOf: (partner) => statusRefusal(type, partner),
    change: ({ id }) => decide(call, { partnerId: id, changes: { status } }),
    decisionOf: (decision) => decision,
  });
}

/** Invites again who has not accepted an invitation. */
async function invite(call: BulkCall, partners: readonly PartnerItem[]): Promise<Acted> {
  const withAccount = await findWithAccount(
    call.client,
    partners.map(({ id }) => id),
  );
  return eachOf<Decision>(partners, {
    isWanted: ({ id }) => withAccount.has(id),
    refusalOf: ({ status }) => (status === 'approved' ? null : 'not_approved'),
    change: async (partner) => {
      const { answer, entries } = await inviteAgain(call, partner);
      return {
        answer: { ...answer, isAnswer: false, shortLink: null },
        entries: entries.map((entry) => ({ ...entry, action: 'partner.invite.again' })),
      };
    },
    decisionOf: (decision) => decision,
  });
}

async function group(
  { client, scope }: BulkCall,
  partners: readonly PartnerItem[],
  { group_id: groupId }: ActionOf<'group'>,
): Promise<Acted> {
  const ids = partners.map(({ id }) => id);
  const { entries, events = [] } = await moveToGroup(client, scope, ids, groupId);
  const changed = new Set(events.map(({ objectId }) => objectId));
  return { changed, refused: new Map(), decisions: [], entries, events };
}

function tag(
  { client, scope }: BulkCall,
  partners: readonly PartnerItem[],
  { type, tag: typed }: ActionOf<'tag' | 'untag'>,
): Promise<Acted> {
  const { programId } = scope;
  const name = normalizeTag(typed);
  if (name === null) throw new RefusedError('field_invalid', 'tag');
  const isAdded = type === 'tag';
  return eachOf(partners, {
    isWanted: ({ tags }) => tags.includes(name) === isAdded,
    refusalOf: ({ tags }) => (isAdded && tags.length >= MAX_TAGS ? 'too_many_tags' : null),
    change: ({ id, tags: known }) => {
      const others = known.filter((one) => one !== name);
      const tags = isAdded ? [...others, name].sort() : others;
      return changePartner(client, { programId, partnerId: id }, { tags });
    },
  });
}

function setRule(
  { client, scope }: BulkCall,
  partners: readonly PartnerItem[],
  { commission }: ActionOf<'rule'>,
): Promise<Acted> {
  const { programId } = scope;
  requireRulePermission(scope, 'commission');
  return eachOf<unknown>(partners, {
    isWanted: (partner) => commission === null && partner.commission_scope !== 'partner',
    refusalOf: () => null,
    change: async ({ id: partnerId }) => {
      if (commission === null) return dropRule(client, { programId, partnerId });
      const { entries, answer } = await changeRule(client, { programId, partnerId }, commission);
      return { answer, entries: entries.map((entry) => ({ ...entry, action: 'partner.rule.change' })) };
    },
  });
}

/** One partner after the other. */
async function eachOf<Answer>(
  partners: readonly PartnerItem[],
  {
    isWanted,
    refusalOf,
    change,
    decisionOf = () => null,
  }: {
    /** They are as they are to be already. */
    readonly isWanted: (partner: PartnerItem) => boolean;
    readonly refusalOf: (partner: PartnerItem) => Refusal | null;
    readonly change: (partner: PartnerItem) => Promise<Change<Answer>>;
    readonly decisionOf?: (answer: Answer) => Decision | null;
  },
): Promise<Acted> {
  const changed = new Set<number>();
  const refused = new Map<number, Refusal>();
  const decisions: Decision[] = [];
  const entries: AuditEntry[] = [];
  const events: ProgramEvent[] = [];
  for (const partner of partners) {
    if (isWanted(partner)) continue;
    const refusal = refusalOf(partner);
    if (refusal !== null) {
      refused.set(partner.id, refusal);
      continue;
    }
    const { answer, entries: written, events: reported = [] } = await change(partner);
    changed.add(partner.id);
    entries.push(...written);
    events.push(...reported);
    const decision = decisionOf(answer);
    if (decision !== null) decisions.push(decision);
  }
  return { changed, refused, decisions, entries, events };
}
