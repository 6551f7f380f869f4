import { WorkspaceCompany } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { findCompany } from './stored-companies.js';

/** Sets the company that issues statements, for payouts created from now on. */
export const setCompany = defineOperation({
  name: 'setCompany',
  route: 'PUT /api/workspaces/:workspaceId/company',
  permission: 'workspace:write',
  summary: 'Set the company that issues statements to partners, for payouts created from now on',
  input: WorkspaceCompany,
  output: WorkspaceCompany,
  audit: 'workspace.company',
  async run({ client, scope: { workspaceId }, input }) {
    await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
    const before = await findCompany(client, workspaceId);
    await client.query(
      'update workspaces set company_name = $2, company_address = $3, tax_id = $4, self_billing = $5 where id = $1',
      [workspaceId, input.company_name, input.company_address, input.tax_id, input.self_billing],
    );
    const after = await findCompany(client, workspaceId);
    if (JSON.stringify(before) === JSON.stringify(after)) return unchanged(after);
    return changed(after, { on: 'workspace', id: workspaceId, before, after });
  },
});
