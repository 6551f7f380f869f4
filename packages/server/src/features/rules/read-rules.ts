import type { ClientBase, Pool } from 'pg';
import type { RuleColumns } from '../../ingest/rules.js';

/** A row of the table commission_rules. */
export interface RuleRow extends RuleColumns {
  readonly program_id: number;
  /** The group whose rule it is, for a partner in it. */
  readonly group_id: number | null;
}

/** The rule versions with these ids, as rows by id. */
export async function readRules(
  client: ClientBase | Pool,
  ids: ReadonlySet<number>,
): Promise<Map<number, RuleRow>> {
  if (ids.size === 0) return new Map();
  const { rows } = await client.query<RuleRow>(
    'select * from commission_rules where id = any($1::bigint[])',
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
