import type { ClientBase } from 'pg';
import type { Found } from './find-rows.js';

/** Values that a code was credited with stay: they name the code. */
const KEPT_DIMENSIONS = `case when dimensions::jsonb ? 'code' then dimensions end`;

/**
 * Takes key, address, URLs and referrers out of the rows of the customers, their clicks, leads and sales. A made-up key takes the place of
 * theirs, so that rows still belong together and the old key is free. Gives how many clicks there were.
 */
export async function eraseRows(
  client: ClientBase,
  found: Found,
  placeholder: string,
  nowMs: number,
): Promise<number> {
  const { workspaceId, customerIds, clicks, key } = found;
  const { rowCount } = await client.query(
    `update clicks k set affiliate_url = '', referrer = null, additional_data = null, dimensions = null
       from unnest($1::bigint[], $2::bigint[]) as named (ms, number), programs p
      where k.clicked_ms = named.ms and k.number = named.number and p.id = k.program_id and p.workspace_id = $3`,
    [clicks.map(({ clickedMs }) => clickedMs), clicks.map(({ number }) => number), workspaceId],
  );
  await client.query(
    `update customers set customer_key = case when customer_key is not null then $2 end, email = null,
            dimensions = ${KEPT_DIMENSIONS}, erased_at = to_timestamp($3::float8 / 1000)
      where id = any ($1::bigint[])`,
    [customerIds, placeholder, nowMs],
  );
  for (const table of ['leads', 'sales'])
    await client.query(
      `update ${table} set customer_key = case when customer_key is not null then $2 end, additional_data = null,
              dimensions = ${KEPT_DIMENSIONS}
        where customer_id = any ($1::bigint[])`,
      [customerIds, placeholder],
    );
  if (key !== null)
    await client.query(
      `update uncredited set customer_key = $3, reference = case when kind = 'lead' and reference = $2 then $3 else reference end
        where workspace_id = $1 and customer_key = $2`,
      [workspaceId, key, placeholder],
    );
  return rowCount ?? 0;
}
