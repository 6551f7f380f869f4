import type { StatementLanguage } from '@svc/contract';
import type { Pool } from 'pg';
import type { FileAnswer } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type Computing, compute } from '../../operations/task.js';
import { loadParties } from '../companies/stored-companies.js';
import { spanOfMonth } from '../statements/month-span.js';
import { loadMonthLines } from './statement-lines.js';
import { drawMonth, type MonthPayout } from './statement-pdf.js';

/** A month (UTC, such as `2026-11`) of a partner in a program, in the language of the reader. */
export interface MonthRequest {
  readonly programId: number;
  readonly partnerId: number;
  readonly month: string;
  readonly language: StatementLanguage;
  readonly computing: Computing;
  readonly signal: AbortSignal | null;
}

/**
 * What a partner earned in a month, by the time of its sales and leads, and the payouts created in it, as a PDF file. Refused
 * where the month is none or the partner is not in the program.
 */
export async function writeMonthStatement(pool: Pool, request: MonthRequest): Promise<FileAnswer> {
  const { programId, partnerId, month, language } = request;
  const { from, until } = spanOfMonth(month);
  const { rows } = await pool.query<{ program: string }>(
    `select g.name as program from enrollments e join programs g on g.id = e.program_id
      where e.program_id = $1 and e.partner_id = $2`,
    [programId, partnerId],
  );
  const found = rows[0];
  if (found === undefined) throw new RefusedError('not_found');
  const period = { programId, partnerId, from, until };
  const { rows: payouts } = await pool.query<MonthPayout>(
    `select id, created_at as "createdAt", status, amount_cents as "amountCents", currency from payouts
      where program_id = $1 and partner_id = $2 and created_at >= $3 and created_at < $4 order by created_at, id`,
    [programId, partnerId, from, until],
  );
  const statement = {
    number: `${programId}-${partnerId}-${month}`,
    program: found.program,
    parties: await loadParties(pool, request),
    language,
    month: from,
    ...(await loadMonthLines(pool, period)),
    payouts,
  };
  const content = await compute(request.computing, drawMonth, statement, request.signal);
  return { name: `statement-${month}.pdf`, content: Buffer.from(content) };
}
