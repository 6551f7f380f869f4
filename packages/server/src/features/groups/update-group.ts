import { isDeepStrictEqual } from 'node:util';
import { GroupItem, GroupUpdate } from '@svc/contract';
import { normalName } from '@svc/core';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType } from '../../operations/value-types.js';
import { lockRules } from '../rules/add-rule-version.js';
import { applyGroupRule } from '../rules/apply-group-rule.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { termsOfInput } from '../rules/rule-terms.js';
import { plainRule } from '../rules/terms-from-input.js';
import {
  findMembers,
  groupFromRow,
  lockGroup,
  refuseTakenName,
  requireRulePermission,
} from './group-item.js';

/** Renames a group, or gives it another rule: then each member gets a new version, for sales from now on. */
export const updateGroup = defineOperation({
  name: 'updateGroup',
  route: 'PATCH /api/programs/:programId/groups/:id',
  permission: 'partner:write',
  summary: 'Rename a group of partners, or change its commission rule for sales from now on',
  preview: 'previewRule',
  input: GroupUpdate,
  output: GroupItem,
  errors: ['name_taken'],
  audit: 'group.update',
  async run({ client, scope, input, id }) {
    const { programId } = scope;
    await lockRules(client, programId);
    const row = await lockGroup(client, programId, id());
    if (row === null) throw new RefusedError('not_found');
    const before = groupFromRow(row);
    const name = input.name === undefined ? row.name : parseValue(nameType, input.name, 'name');
    const rule = input.commission ? plainRule(input.commission) : input.commission === null ? null : row.rule;
    const hasNewRule = !isDeepStrictEqual(
      rule && termsOfInput(rule, row.rule_version),
      row.rule && termsOfInput(row.rule, row.rule_version),
    );
    if (hasNewRule) requireRulePermission(scope, 'commission');
    if (name === row.name && !hasNewRule) return unchanged(before);
    const version = row.rule_version + (hasNewRule && rule !== null ? 1 : 0);
    await client
      .query(
        'update partner_groups set name = $2, name_key = $3, rule = $4::jsonb, rule_version = $5 where id = $1',
        [row.id, name, normalName(name), rule && JSON.stringify(rule), version],
      )
      .catch(refuseTakenName);
    const after = groupFromRow({ ...row, name, rule, rule_version: version });
    const followed = hasNewRule
      ? await applyGroupRule(client, {
          programId,
          enrollmentIds: await findMembers(client, row.id),
          group: { id: row.id, rule },
        })
      : [];
    return { answer: after, entries: [{ on: 'group', id: row.id, before, after }, ...followed] };
  },
  async after({ pool, scope, input }, group) {
    if (input.commission !== undefined) await markRulesInForce(pool, scope.programId);
    return group;
  },
});
