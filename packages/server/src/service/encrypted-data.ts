import type { Pool } from 'pg';

/** Whether anything is stored that only a secret of the service opens, other than its own keys. */
export async function hasEncryptedData(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select 1 from partner_payout_details where encrypted is not null)
         or exists (select 1 from two_factors) or exists (select 1 from webhooks) as found`,
  );
  return rows[0]?.found === true;
}
