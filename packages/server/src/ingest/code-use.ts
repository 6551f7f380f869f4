import type { CodeUse, Facts } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { lookUp } from './look-up.js';

interface UseRow extends CodeUse {
  readonly id: number;
}

/**
 * Adds to the facts how many new customers codes brought today (UTC) and in the 30 days before, as the breakdown counts them: of
 * each code that may bring another one with these sales. Programs that do not ask cost nothing. Contract 2 section 14.
 */
export function loadCodeUse(facts: Facts): Statement | null {
  return lookUp<UseRow>(
    'load-code-use',
    codesOfNewCustomers(facts),
    `select o.id, coalesce(sum(b.customers) filter (where b.day = days.today), 0)::integer as today,
            coalesce(sum(b.customers) filter (where b.day < days.today), 0)::integer as before
       from codes o
      cross join (select (now() at time zone 'UTC')::date as today) days
      cross join generate_series(0, 30) as ago
       left join daily_breakdown b on b.program_id = o.program_id and b.dimension = 'code' and b.day = days.today - ago
                                   and b.value = o.id::text
      where o.id = any($1::bigint[]) group by o.id`,
    ({ id, today, before }) => facts.codeUse.set(id, { today, before }),
  );
}

function codesOfNewCustomers(facts: Facts): number[] {
  const isAsked = (programId: number) => facts.programs.get(programId)?.fraud.code_leak !== 'off';
  const ids = new Set<number>();
  for (const { id, programId } of [...facts.codes.values(), ...facts.codesByDiscount.values()])
    if (isAsked(programId)) ids.add(id);
  for (const { codeId, programId, firstSaleId } of facts.customers.values())
    if (codeId !== null && firstSaleId === null && isAsked(programId)) ids.add(codeId);
  return [...ids];
}
