import type { Pool } from 'pg';

/** A thing that was changed, as entries name it. */
export interface Target {
  readonly target_type: string;
  readonly target_id: string;
}

/** Which things of a workspace ($1) with these ids ($2) have which names now. What an entry itself always names is not among them. */
const NAMES: Readonly<Record<string, string>> = {
  partner: 'select id, name from partners where workspace_id = $1 and id = any($2::bigint[])',
  customer:
    'select id, customer_key as name from customers where workspace_id = $1 and id = any($2::bigint[])',
  link: 'select id, short_link as name from links where workspace_id = $1 and id = any($2::bigint[])',
  sale: 'select id, transaction_id as name from sales where workspace_id = $1 and id = any($2::bigint[])',
  code: `select c.id, c.code as name from codes c join programs p on p.id = c.program_id
          where p.workspace_id = $1 and c.id = any($2::bigint[])`,
  commission: `select c.id, s.transaction_id as name from commissions c join sales s on s.id = c.sale_id
                where s.workspace_id = $1 and c.id = any($2::bigint[])`,
  adjustment: `select d.id, a.name from adjustments d join partners a on a.id = d.partner_id
                where a.workspace_id = $1 and d.id = any($2::bigint[])`,
  payout: `select o.id, a.name from payouts o join partners a on a.id = o.partner_id
            where a.workspace_id = $1 and o.id = any($2::bigint[])`,
};

/** Adds to entries of a workspace what the things they are about are called now: null where they have no name, or are gone. */
export async function withTargetNames<Entry extends Target>(
  pool: Pool,
  workspaceId: number,
  entries: readonly Entry[],
): Promise<(Entry & { target_name: string | null })[]> {
  const names = new Map<string, string>();
  for (const [type, sql] of Object.entries(NAMES)) {
    const ids = new Set(
      entries.filter(({ target_type }) => target_type === type).map((one) => one.target_id),
    );
    if (ids.size === 0) continue;
    const { rows } = await pool.query<{ id: number; name: string }>(sql, [workspaceId, [...ids]]);
    for (const { id, name } of rows) names.set(`${type} ${id}`, name);
  }
  return entries.map((entry) => ({
    ...entry,
    target_name: names.get(`${entry.target_type} ${entry.target_id}`) ?? null,
  }));
}
