import { GroupCreate, GroupItem } from '@svc/contract';
import { normalName } from '@svc/core';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';
import { plainRule } from '../rules/terms-from-input.js';
import { groupFromRow, lockGroup, refuseTakenName, requireRulePermission } from './group-item.js';

export const createGroup = defineOperation({
  name: 'createGroup',
  route: 'POST /api/programs/:programId/groups',
  permission: 'partner:write',
  summary: 'Add a group of partners, with a commission rule of its own or without',
  input: GroupCreate,
  output: GroupItem,
  errors: ['name_taken'],
  audit: 'group.create',
  async run({ client, scope, input }) {
    const name = parseValue(nameType, input.name, 'name');
    const rule = input.commission ? plainRule(input.commission) : null;
    if (rule !== null) requireRulePermission(scope, 'commission');
    const { rows } = await client
      .query<{ id: number }>(
        `insert into partner_groups (program_id, name, name_key, rule, rule_version)
         values ($1, $2, $3, $4::jsonb, case when $4 is null then 0 else 1 end) returning id`,
        [scope.programId, name, normalName(name), rule && JSON.stringify(rule)],
      )
      .catch(refuseTakenName);
    const id = rows[0]?.id ?? 0;
    const row = await lockGroup(client, scope.programId, id);
    if (row === null) throw new Error('the group was not written');
    const after = groupFromRow(row);
    return changed(after, { on: 'group', id, before: null, after });
  },
});
