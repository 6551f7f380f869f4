import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPartners } from '../partners/find-partner.js';
import { lockRules } from '../rules/add-rule-version.js';
import { applyGroupRule } from '../rules/apply-group-rule.js';
import { lockGroup, requireRulePermission } from './group-item.js';

/** Where partners are moved, and what the caller may do there. */
export interface GroupScope {
  readonly programId: number;
  readonly permissions: readonly string[];
}

interface Mover {
  readonly id: number;
  readonly partner_id: number;
  readonly had_rule: boolean;
}

/**
 * Puts partners of a program into a group, null: into none, with the group's rule for sales from now on; those who are there already stay as
 * they are. Gives the partners as they are now, by id. A partner is in one group at most. Refused where there is no such group, and where a
 * group has a rule and the caller may not change rules. Rules are locked first, as everything that changes both does. The caller calls
 * `markRulesInForce` in the end.
 */
export async function moveToGroup(
  client: ClientBase,
  scope: GroupScope,
  partnerIds: readonly number[],
  groupId: number | null,
): Promise<Change<ReadonlyMap<number, PartnerItem>>> {
  const { programId } = scope;
  await lockRules(client, programId);
  const group = groupId === null ? null : await lockGroup(client, programId, groupId);
  if (groupId !== null && group === null) throw new RefusedError('field_invalid', 'group_id');
  const movers = await lockMovers(client, programId, partnerIds, groupId);
  if (movers.length > 0 && (group?.rule || movers.some((mover) => mover.had_rule))) {
    requireRulePermission(scope, 'group_id');
  }
  const before = await findPartners(client, programId, partnerIds);
  const enrollmentIds = movers.map(({ id }) => id);
  await client.query('update enrollments set group_id = $2 where id = any($1::bigint[])', [
    enrollmentIds,
    groupId,
  ]);
  const rules = await applyGroupRule(client, { programId, enrollmentIds, group });
  const after = await findPartners(client, programId, partnerIds);
  const moved = movers.map(({ partner_id: id }) => id);
  return {
    answer: after,
    entries: [
      ...moved.map((id) => ({
        on: 'partner',
        id,
        action: 'partner.update',
        before: before.get(id) ?? null,
        after: after.get(id) ?? null,
      })),
      ...rules,
    ],
    events: moved.map((objectId) => ({ type: 'partner.updated', programId, objectId })),
  };
}

/** Those of these partners who are not in the group yet, locked until the transaction ends. */
async function lockMovers(
  client: ClientBase,
  programId: number,
  partnerIds: readonly number[],
  groupId: number | null,
): Promise<readonly Mover[]> {
  const { rows } = await client.query<Mover>(
    `select e.id, e.partner_id, g.rule is not null as had_rule
       from enrollments e left join partner_groups g on g.id = e.group_id
      where e.program_id = $1 and e.partner_id = any($2::bigint[]) and e.group_id is distinct from $3::bigint
      order by e.id for no key update of e`,
    [programId, partnerIds, groupId],
  );
  return rows;
}

/** The ids of the partners in a group. */
export async function partnersIn(client: ClientBase, groupId: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ partner_id: number }>(
    'select partner_id from enrollments where group_id = $1 order by id',
    [groupId],
  );
  return rows.map(({ partner_id: id }) => id);
}
