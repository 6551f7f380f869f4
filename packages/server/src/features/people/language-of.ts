import type { Language } from '@svc/contract';
import type { Pool } from 'pg';

/** The language of the account with this address, in any case; English where there is no account. */
export async function languageOf(pool: Pool, email: string): Promise<Language> {
  const { rows } = await pool.query<{ language: Language }>(
    'select language from users where email = lower($1 collate folding)',
    [email],
  );
  return rows[0]?.language ?? 'en';
}
