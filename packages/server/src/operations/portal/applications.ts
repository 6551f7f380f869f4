import type { ApplicationForm, CommissionRuleTerms } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type Change, changed, unchanged } from '../audit/change.js';
import { demand } from '../demand.js';
import { enrollPartner } from '../partners/enroll-partner.js';
import { PROGRAM_JOINS, termsOf } from '../program-summary.js';
import { destinationType, emailType, nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';

interface FormRow extends Omit<ApplicationForm, 'commission'> {
  readonly workspace_id: number;
  readonly rule: CommissionRuleTerms | null;
}

/** What somebody reads who wants to become a partner; refused where the program takes no applications. */
export async function readApplicationForm(
  db: Pool | ClientBase,
  programId: number,
): Promise<ApplicationForm & { readonly workspace_id: number }> {
  const { rows } = await db.query<FormRow>(
    `select p.workspace_id, p.name as program, w.name as company, p.domain, p.currency, to_jsonb(r) as rule,
            p.cookie_window_days, p.application_text as text
       from programs p join workspaces w on w.id = p.workspace_id ${PROGRAM_JOINS}
      where p.id = $1 and p.accepts_applications and p.archived_at is null`,
    [programId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  const { rule, ...form } = row;
  return { ...form, commission: rule && termsOf(rule) };
}

/** What somebody wrote. */
export interface Application {
  readonly email: string;
  readonly name: string;
  readonly website: string | null;
  readonly message: string | null;
}

const RECEIVED = { received: true };

/**
 * Takes an application: its sender takes part in the program, pending, until somebody decides. The answer is the same
 * for an address that takes part already, so that nobody can find out whose does: whatever can be refused is looked at
 * before anybody looks whether it does.
 */
export async function applyToProgram(
  client: ClientBase,
  programId: number,
  application: Application,
): Promise<Change<{ readonly received: boolean }>> {
  const { workspace_id: workspaceId } = await readApplicationForm(client, programId);
  const email = demand(emailType, application.email, 'email');
  const name = demand(nameType, application.name, 'name');
  if (application.website !== null) demand(destinationType, application.website, 'website');
  const { website, message } = application;
  const place = { workspaceId, programId };
  const partner = await enrollPartner(client, place, { email, name, status: 'pending' }).catch(
    (error: unknown) => {
      if (error instanceof RefusedError && error.code === 'partner_exists') return null;
      throw error;
    },
  );
  if (partner === null) return unchanged(RECEIVED);
  await client.query(
    'insert into partner_applications (enrollment_id, website, message) values ($1, $2, $3)',
    [partner.enrollment_id, website, message],
  );
  const after = { ...partner, website, message };
  return changed(RECEIVED, { on: 'partner', id: partner.id, before: null, after, place });
}
