import type { RuleInput, RuleItem } from '@svc/contract';
import type { Pool } from 'pg';
import type { RuleTerms } from '../../src/features/rules/add-rule-version.js';
import { changePartnerRule } from '../../src/features/rules/change-partner-rule.js';
import { changeProgramRule } from '../../src/features/rules/change-program-rule.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { perform } from './operations.js';

function inputOf(terms: RuleTerms): RuleInput {
  const limits = { duration_months: terms.durationMonths, max_total_cents: terms.maxTotalCents ?? null };
  switch (terms.type) {
    case 'percent':
      return { type: 'percent', basis_points: terms.basisPoints, ...limits };
    case 'flat':
      return { type: 'flat', amount_cents: terms.amountCents, ...limits };
    case 'clauses':
      return { type: 'clauses', clauses: [...terms.clauses], otherwise: terms.otherwise, ...limits };
  }
}

/**
 * Gives a program, or the partner of an enrollment, the next version of its rule. Null: refused, because there is no such
 * program, or no such enrollment in it.
 */
export async function changeCommissionRule(
  pool: Pool,
  change: {
    readonly programId: number;
    readonly enrollmentId: number | null;
    readonly terms: RuleTerms;
  },
): Promise<RuleItem | null> {
  const { programId, enrollmentId, terms } = change;
  const input = { commission: inputOf(terms) };
  const { rows } = await pool.query<{ partner_id: number }>(
    'select partner_id from enrollments where id = $1',
    [enrollmentId],
  );
  const changing =
    enrollmentId === null
      ? perform({ pool }, changeProgramRule, { programId, input })
      : perform({ pool }, changePartnerRule, {
          programId,
          params: { id: rows[0]?.partner_id ?? 0 },
          input,
        });
  return changing.catch((error: unknown) => {
    if (error instanceof RefusedError && error.code === 'not_found') return null;
    throw error;
  });
}
