import type { SvcEvent } from '@svc/contract';
import type { Pool } from 'pg';
import type { MessageContext } from './message.js';

/** The names that messages about these events need. */
export async function loadNames(
  pool: Pool,
  events: readonly SvcEvent[],
): Promise<Pick<MessageContext, 'partners' | 'programs'>> {
  const partnerIds = new Set(events.flatMap(partnerIdsOf));
  const programIds = new Set(events.flatMap(({ program_id }) => program_id ?? []));
  const { rows } = await pool.query<{ is_program: boolean; id: number; name: string }>({
    name: 'load-names-of-events',
    text: `select false as is_program, id, name from partners where id = any($1::bigint[])
           union all
           select true, id, name from programs where id = any($2::bigint[])`,
    values: [[...partnerIds], [...programIds]],
  });
  const named = (isProgram: boolean) =>
    new Map(rows.filter((row) => row.is_program === isProgram).map(({ id, name }) => [id, name]));
  return { partners: named(false), programs: named(true) };
}

function partnerIdsOf({ data }: SvcEvent): number[] {
  const { customer, lead, sale, commission, claim, adjustment } = data;
  return [customer, lead, sale, commission, claim, adjustment].flatMap((object) => object?.partner_id ?? []);
}
