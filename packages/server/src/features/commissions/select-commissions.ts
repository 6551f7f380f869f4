import type { Commission } from '@svc/core';
import type { ClientBase } from 'pg';
import { commissionFromRow } from '../../ingest/commissions.js';
import type { Row } from '../../ingest/table.js';

/** Reads the commissions a condition (with its order, limit and lock) picks out, as the rules know them. */
export async function selectCommissions(
  client: ClientBase,
  where: string,
  values: readonly unknown[],
): Promise<Commission[]> {
  const { rows } = await client.query<Row>(`select * from commissions where ${where}`, [...values]);
  return rows.map(commissionFromRow);
}
