import type { PartnerCompany, StatementParties, WorkspaceCompany } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { PARTNER_NAME } from '../branding/partner-branding.js';

/** The company that a workspace issues statements as. */
export async function findCompany(db: Pool | ClientBase, workspaceId: number): Promise<WorkspaceCompany> {
  const { rows } = await db.query<WorkspaceCompany>(
    'select company_name, company_address, tax_id, self_billing from workspaces where id = $1',
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} is gone`);
  return row;
}

/** The company of a partner. */
export async function findPartnerCompany(db: Pool | ClientBase, partnerId: number): Promise<PartnerCompany> {
  const { rows } = await db.query<PartnerCompany>(
    'select company_name, company_address, tax_id from partners where id = $1',
    [partnerId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`partner ${partnerId} is gone`);
  return row;
}

/** SQL: both sides of a statement as they are now, over `workspaces w` and `partners p`. */
export const PARTIES = `
  jsonb_build_object(
    'issuer', jsonb_build_object('name', coalesce(w.company_name, ${PARTNER_NAME}), 'address', w.company_address, 'tax_id', w.tax_id),
    'recipient', jsonb_build_object('name', coalesce(p.company_name, p.name), 'address', p.company_address,
                                    'tax_id', p.tax_id),
    'self_billing', w.self_billing)`;

/** Both sides of a statement of a partner in a program, as they are now. */
export async function loadParties(
  db: Pool | ClientBase,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<StatementParties> {
  const { rows } = await db.query<{ parties: StatementParties }>(
    `select ${PARTIES} as parties from programs g join workspaces w on w.id = g.workspace_id
       join partners p on p.id = $2 where g.id = $1`,
    [programId, partnerId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`program ${programId} is gone`);
  return row.parties;
}
