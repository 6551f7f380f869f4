import type { StatementLanguage, StatementParties } from '@svc/contract';
import type { Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import type { FileAnswer } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type Computing, compute } from '../../operations/task.js';
import { loadParties } from '../companies/stored-companies.js';
import { findPayout } from './load-payouts.js';
import { loadPayoutLines } from './statement-lines.js';
import { drawPayout } from './statement-pdf.js';

/** A payout of a program, in the language of the reader. `partnerId` null: whose it is does not matter. */
export interface StatementRequest {
  readonly programId: number;
  readonly partnerId: number | null;
  readonly payoutId: number;
  readonly language: StatementLanguage;
  readonly encryption: Encryption;
  readonly computing: Computing;
  readonly signal: AbortSignal | null;
}

/** The statement of a payout as a PDF file; refused where there is none, or it is another partner's. */
export async function writePayoutStatement(pool: Pool, request: StatementRequest): Promise<FileAnswer> {
  const { programId, partnerId, payoutId, language } = request;
  const payout = await findPayout(pool, request);
  if (payout === null || (partnerId !== null && payout.partner_id !== partnerId))
    throw new RefusedError('not_found');
  const { rows } = await pool.query<{ program: string; parties: StatementParties | null }>(
    'select g.name as program, o.parties from payouts o join programs g on g.id = o.program_id where o.id = $1',
    [payoutId],
  );
  const stored = rows[0];
  if (stored === undefined) throw new RefusedError('not_found');
  const place = { programId, partnerId: payout.partner_id };
  const statement = {
    number: `${programId}-${payout.id}`,
    program: stored.program,
    // Payouts from before companies were kept show those of today.
    parties: stored.parties ?? (await loadParties(pool, place)),
    language,
    createdAt: new Date(payout.created_at),
    status: payout.status,
    payeeName: payout.payee_name,
    method: payout.method,
    account: payout.account,
    reference: payout.reference,
    settledAt: payout.settled_at === null ? null : new Date(payout.settled_at),
    amountCents: payout.amount_cents,
    currency: payout.currency,
    lines: await loadPayoutLines(pool, payoutId),
  };
  const content = await compute(request.computing, drawPayout, statement, request.signal);
  return { name: `statement-${payout.id}.pdf`, content: Buffer.from(content) };
}
