import type { ClauseInput, ClausePayInput } from '@svc/contract';
import type { CommissionRule } from '@svc/core';
import type { ClientBase } from 'pg';
import { ruleFromRow } from '../../ingest/rules.js';
import type { RuleRow } from './read-rules.js';

/**
 * What a rule says: a share in hundredths of a percent (0–10000), a flat amount in the program's currency, or clauses as they
 * were sent.
 */
export type RuleTerms = (
  | { readonly type: 'percent'; readonly basisPoints: number }
  | { readonly type: 'flat'; readonly amountCents: number }
  | {
      readonly type: 'clauses';
      readonly clauses: readonly ClauseInput[];
      readonly otherwise: ClausePayInput | null;
    }
) & {
  /** The most that one customer earns a partner; left out or null: no limit. */
  readonly maxTotalCents?: number | null;
  /** null: every sale; 0: the first sale only; n: sales within n months of the customer's first sale. */
  readonly durationMonths: number | null;
};

/**
 * Terms as values of the columns type, basis_points, amount_cents, duration_months, max_total_cents, clauses and otherwise; the last two
 * are JSON.
 */
export function valuesOfTerms(terms: RuleTerms): readonly (string | number | null)[] {
  return [
    terms.type,
    terms.type === 'percent' ? terms.basisPoints : null,
    terms.type === 'flat' ? terms.amountCents : null,
    terms.durationMonths,
    terms.maxTotalCents ?? null,
    terms.type === 'clauses' ? JSON.stringify(terms.clauses) : null,
    terms.type === 'clauses' && terms.otherwise !== null ? JSON.stringify(terms.otherwise) : null,
  ];
}

/** Keeps the rules of a program as they are until the transaction ends: changes of them take turns by the program's row. */
export async function lockRules(client: ClientBase, programId: number): Promise<void> {
  await client.query('select 1 from programs where id = $1 for no key update', [programId]);
}

/**
 * Adds the version after which the program's rule counts for a partner again. False when theirs is not in force, or
 * there is no such relationship in the program.
 */
export async function addReturnToProgram(
  client: ClientBase,
  { programId, enrollmentId }: { readonly programId: number; readonly enrollmentId: number },
): Promise<boolean> {
  await lockRules(client, programId);
  const { rowCount } = await client.query(
    `insert into commission_rules (program_id, enrollment_id, version, type)
     select program_id, enrollment_id, version + 1, 'program'
       from (select * from commission_rules where program_id = $1 and coalesce(enrollment_id, 0) = $2
              order by version desc limit 1) newest
      where type <> 'program'`,
    [programId, enrollmentId],
  );
  return rowCount === 1;
}

/**
 * Adds the next version of a program's rule, or of one partner's own in it (`enrollmentId`). Sales from now on earn by it;
 * commissions keep the version they were computed with. Two changes at once get different versions. Null when the program,
 * or the enrollment in this program, does not exist. Contract section 3.
 */
export async function addRuleVersion(
  client: ClientBase,
  input: { readonly programId: number; readonly enrollmentId: number | null; readonly terms: RuleTerms },
): Promise<CommissionRule | null> {
  const { programId, enrollmentId, terms } = input;
  const { rows: programs } = await client.query(
    `select p.id from programs p
      where p.id = $1
        and ($2::bigint is null or exists (select 1 from enrollments e where e.id = $2 and e.program_id = p.id))
        for no key update of p`,
    [programId, enrollmentId],
  );
  if (programs.length === 0) return null;
  const { rows } = await client.query<RuleRow>(
    `insert into commission_rules (program_id, enrollment_id, version, type, basis_points, amount_cents,
                                   duration_months, max_total_cents, clauses, otherwise)
     select $1, $2::bigint, coalesce(max(version), 0) + 1, $3, $4::integer, $5::bigint, $6::integer, $7::bigint,
            $8::jsonb, $9::jsonb
       from commission_rules
      where program_id = $1 and coalesce(enrollment_id, 0) = coalesce($2::bigint, 0)
     returning *`,
    [programId, enrollmentId, ...valuesOfTerms(terms)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the new rule was not written');
  return ruleFromRow(row);
}
