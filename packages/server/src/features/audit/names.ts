import type { AuditItem } from '@svc/contract';
import type { Pool } from 'pg';

/** A thing that was changed, as entries name it. */
export interface Target {
  readonly target_type: string;
  readonly target_id: string;
}

/**
 * Which things of a workspace ($1) have which names now, by kind: `id` and `name` of those whose id is what `which` says, such as `= $2`. What an
 * entry itself always names is not among them.
 */
export const NAMES: Readonly<Record<string, (which: string) => string>> = {
  partner: (which) => `select id, name from partners where workspace_id = $1 and id ${which}`,
  customer: (which) =>
    `select id, customer_key as name from customers where workspace_id = $1 and id ${which}`,
  link: (which) => `select id, short_link as name from links where workspace_id = $1 and id ${which}`,
  sale: (which) => `select id, transaction_id as name from sales where workspace_id = $1 and id ${which}`,
  group: (which) => `select g.id, g.name from partner_groups g join programs p on p.id = g.program_id
                      where p.workspace_id = $1 and g.id ${which}`,
  code: (which) => `select c.id, c.code as name from codes c join programs p on p.id = c.program_id
                     where p.workspace_id = $1 and c.id ${which}`,
  commission: (
    which,
  ) => `select c.id, s.transaction_id as name from commissions c join sales s on s.id = c.sale_id
                           where s.workspace_id = $1 and c.id ${which}`,
  adjustment: (which) => `select d.id, a.name from adjustments d join partners a on a.id = d.partner_id
                           where a.workspace_id = $1 and d.id ${which}`,
  payout: (which) => `select o.id, a.name from payouts o join partners a on a.id = o.partner_id
                       where a.workspace_id = $1 and o.id ${which}`,
};

/** A thing that something was changed to or from, in a field such as `partner_id`. */
type Related = AuditItem['related'][number];

/**
 * Adds to entries of a workspace what the things they are about, and those that their fields refer to, are called now: null, or left out,
 * where they have no name or are gone.
 */
export async function withNames<Entry extends Target & Changed>(
  pool: Pool,
  workspaceId: number,
  entries: readonly Entry[],
): Promise<(Entry & { target_name: string | null; related: Related[] })[]> {
  const mentioned = entries.map((entry) => relatedOf(entry));
  const targets = entries.map((entry) => ({ type: entry.target_type, id: entry.target_id }));
  const names = await loadNames(pool, workspaceId, [...targets, ...mentioned.flat()]);
  const nameOf = ({ type, id }: Mention) => names.get(`${type} ${id}`);
  return entries.map((entry, index) => ({
    ...entry,
    target_name: nameOf({ type: entry.target_type, id: entry.target_id }) ?? null,
    related: (mentioned[index] ?? []).flatMap((one) => {
      const name = nameOf(one);
      return name === undefined ? [] : [{ ...one, id: Number(one.id), name }];
    }),
  }));
}

interface Changed {
  readonly before: unknown;
  readonly after: unknown;
}

interface Mention {
  readonly type: string;
  readonly id: string;
}

async function loadNames(
  pool: Pool,
  workspaceId: number,
  mentions: readonly Mention[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [type, named] of Object.entries(NAMES)) {
    const ids = new Set(mentions.filter((one) => one.type === type).map(({ id }) => id));
    if (ids.size === 0) continue;
    const { rows } = await pool.query<{ id: number; name: string | null }>(named('= any($2::bigint[])'), [
      workspaceId,
      [...ids],
    ]);
    for (const { id, name } of rows) if (name !== null) names.set(`${type} ${id}`, name);
  }
  return names;
}

/** Fields that list ids, and of what. */
const LISTS: Readonly<Record<string, string>> = { paid: 'payout', payouts: 'payout', sales: 'sale' };

/** What the fields of an entry refer to, each once; also those of things that a field lists. */
function relatedOf({ before, after }: Changed): Mention[] {
  const found = new Map<string, Mention>();
  const mention = (type: string | undefined, id: unknown) => {
    if (type !== undefined && type in NAMES && Number.isSafeInteger(id))
      found.set(`${type} ${id}`, { type, id: String(id) });
  };
  const look = (thing: unknown) => {
    if (typeof thing !== 'object' || thing === null) return;
    for (const [field, value] of Object.entries(thing)) {
      if (field.endsWith('_id')) mention(field.slice(0, -'_id'.length), value);
      if (!Array.isArray(value)) continue;
      for (const one of value) {
        mention(LISTS[field], one);
        look(one);
      }
    }
  };
  look(before);
  look(after);
  return [...found.values()];
}
