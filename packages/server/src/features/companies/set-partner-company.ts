import { PartnerCompany } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { findPartnerCompany } from './stored-companies.js';

/** Sets the company of the caller, for payouts created from now on. */
export const setPartnerCompany = defineOperation({
  name: 'setPartnerCompany',
  route: 'PUT /api/partner/programs/:programId/company',
  permission: 'partner',
  summary: 'Set the company of the caller, as it stands on statements of payouts created from now on',
  input: PartnerCompany,
  output: PartnerCompany,
  audit: 'partner.company',
  async run({ client, scope: { partnerId }, input }) {
    await client.query('select 1 from partners where id = $1 for no key update', [partnerId]);
    const before = await findPartnerCompany(client, partnerId);
    await client.query(
      'update partners set company_name = $2, company_address = $3, tax_id = $4 where id = $1',
      [partnerId, input.company_name, input.company_address, input.tax_id],
    );
    const after = await findPartnerCompany(client, partnerId);
    if (JSON.stringify(before) === JSON.stringify(after)) return unchanged(after);
    return changed(after, { on: 'partner', id: partnerId, before, after });
  },
});
