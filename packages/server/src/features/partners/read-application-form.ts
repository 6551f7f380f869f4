import { ApplicationForm, type CommissionRuleTerms } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type BrandingRow, brandingFromRow, SELECT_BRANDING } from '../branding/partner-branding.js';
import { PROGRAM_JOINS } from '../reports/program-summary.js';
import { ruleTermsOf } from '../rules/rule-terms.js';

interface FormRow extends Omit<ApplicationForm, 'commission' | 'company' | 'branding'> {
  readonly workspace_id: number;
  readonly look: BrandingRow;
  readonly rule: CommissionRuleTerms | null;
}

/** What an applicant reads; refused where the program takes no applications. */
export async function findApplicationForm(
  db: Pool | ClientBase,
  programId: number,
): Promise<ApplicationForm & { readonly workspace_id: number }> {
  const { rows } = await db.query<FormRow>(
    `select p.workspace_id, p.name as program, ${SELECT_BRANDING} as look, p.domain, p.currency, to_jsonb(r) as rule,
            p.cookie_window_days, p.application_text as text, p.application_questions as questions
       from programs p join workspaces w on w.id = p.workspace_id ${PROGRAM_JOINS}
      where p.id = $1 and p.accepts_applications and p.archived_at is null`,
    [programId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  const { rule, look, ...form } = row;
  const branding = brandingFromRow(look);
  return { ...form, company: branding.name, branding, commission: rule && ruleTermsOf(rule) };
}

export const readApplicationForm = defineRead({
  name: 'readApplicationForm',
  route: 'GET /api/public/programs/:programId/application',
  permission: 'anyone',
  summary: 'What somebody reads who wants to become a partner, where the program takes applications',
  output: ApplicationForm,
  run: ({ pool, id }) => findApplicationForm(pool, id('programId')),
});
