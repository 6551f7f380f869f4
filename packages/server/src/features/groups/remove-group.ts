import { GroupItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { lockRules } from '../rules/add-rule-version.js';
import { markNewRule } from '../rules/mark-rules-in-force.js';
import { groupFromRow, lockGroup, mayChangeRules } from './group-item.js';
import { moveToGroup, partnersIn } from './move-to-group.js';

/** Takes all partners out of a group, and the group away. Its name can be given again. */
export const removeGroup = defineOperation({
  name: 'removeGroup',
  route: 'DELETE /api/programs/:programId/groups/:id',
  permission: 'partner:write',
  summary: 'Delete a group; its partners earn by their own rule or that of the program from now on',
  output: GroupItem,
  audit: 'group.delete',
  async run({ client, scope, id }) {
    const { programId } = scope;
    await lockRules(client, programId);
    const row = await lockGroup(client, programId, id());
    // Whoever may not change rules cannot take this one away, and no field of the request is to blame.
    if (row === null || (row.rule !== null && row.partners > 0 && !mayChangeRules(scope)))
      throw new RefusedError('not_found');
    const moved = await moveToGroup(client, scope, await partnersIn(client, row.id), null);
    await client.query('update partner_groups set removed_at = now() where id = $1', [row.id]);
    const before = groupFromRow(row);
    return {
      ...moved,
      answer: before,
      entries: [{ on: 'group', id: row.id, before, after: null }, ...moved.entries],
    };
  },
  after: markNewRule,
});
