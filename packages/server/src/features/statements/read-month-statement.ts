import { MonthStatement } from '@svc/contract';
import type { Json } from '@svc/core';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { canonicalInTurns } from './canonical-in-turns.js';
import { loadMonth } from './load-month.js';
import { spanOfMonth } from './month-span.js';

/** The canonical text of an object with its signature as one more member, which need not stand where it would in canonical JSON. */
function signedText(text: string, signature: string): Buffer {
  return Buffer.from(`${text.slice(0, -1)},"signature":${JSON.stringify(signature)}}`);
}

/**
 * A month of the caller as a partner, with everything that is needed to add it up, signed with the key of seals. It has no personal data of
 * customers. A month that is not over, or not begun, is as far as it is. It is answered as
 * the text that was signed: to write ten thousand lines once more would keep clicks waiting.
 */
export const readMonthStatement = defineRead({
  name: 'readMonthStatement',
  route: 'GET /api/partner/programs/:programId/statements/:month',
  permission: 'partner',
  summary: "A month of the caller's balances and movements, signed",
  output: MonthStatement,
  readsPrimary: true,
  async run({ pool, scope, services: { books, settings }, nowMs, text: param }) {
    const month = param('month');
    const span = spanOfMonth(month);
    const { programId, partnerId } = scope;
    const { rows } = await pool.query<{ company: string; program: string; partner: string }>(
      `select w.name as company, p.name as program, a.name as partner
         from programs p join workspaces w on w.id = p.workspace_id join partners a on a.id = $2 where p.id = $1`,
      [programId, partnerId],
    );
    const [names] = rows;
    if (names === undefined) throw new RefusedError('not_found');
    const signer = await books.signer();
    const currencies = await loadMonth(pool, scope, span);
    const statement = {
      type: 'svc-statement' as const,
      version: 1 as const,
      issued_by: settings.baseUrl,
      company: names.company,
      program: { id: programId, name: names.program },
      partner: { id: partnerId, name: names.partner },
      month,
      generated_at: new Date(nowMs).toISOString(),
      currencies,
      key_id: signer.keyId,
    };
    const text = await canonicalInTurns(statement as unknown as Json);
    return signedText(text, signer.sign(text));
  },
});
