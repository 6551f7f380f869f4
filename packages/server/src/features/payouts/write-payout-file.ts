import { createHash } from 'node:crypto';
import type { PayoutMethod } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { type Change, changed } from '../../operations/change.js';
import { problemOf } from './check-details.js';
import { requireCompleteRun } from './load-payout-runs.js';
import { PAYOUT_FORMAT } from './load-payouts.js';
import { type FileRow, payoutCsv } from './payout-file.js';
import { DETAILS_COLUMNS, type DetailsRow, requireDetails } from './stored-details.js';

/** A payment file to be written. `createdBy`: the email address of the user who downloads it. */
export interface FileRequest {
  readonly programId: number;
  readonly runId: number;
  readonly format: PayoutMethod;
  readonly createdBy: string;
  readonly encryption: Encryption;
}

interface OpenRow extends DetailsRow {
  readonly id: number;
  readonly partner_id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly amount_cents: number;
}

/**
 * Writes the payment file of a run in one format, and records who wrote it, its SHA-256 and its payouts. Each open payout
 * is in exactly one of the three files, by the payout details it was created with; without any it is in the bank's.
 * What is paid or cancelled is in none, and neither is a payout whose payout details no bank would accept: the record of the
 * file names it. Every download is a file of its own, also one with the same content as before:
 * each can have been sent. Contract 2, section 7.1.
 */
export async function writePayoutFile(client: ClientBase, request: FileRequest): Promise<Change<string>> {
  const { programId, runId, format, createdBy } = request;
  await requireCompleteRun(client, request);
  const open = await loadOpenPayouts(client, request);
  const rows = open.filter(({ isValid }) => isValid);
  const skipped = open.filter(({ isValid }) => !isValid).map(({ id }) => id);
  const file = payoutCsv(format, rows);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const payouts = rows.map(({ id }) => id);
  const { rows: written } = await client.query<{ id: number }>(
    `insert into payout_files (program_id, run_id, format, sha256, payout_ids, created_by, skipped_payout_ids)
     values ($1, $2, $3, $4, $5::bigint[], $6, $7::bigint[]) returning id`,
    [programId, runId, format, sha256, payouts, createdBy, skipped],
  );
  const after = { file_id: written[0]?.id, format, sha256, payouts, skipped };
  return changed(file, { on: 'payout_run', id: runId, before: null, after });
}

/** Locked, so that a payout which is cancelled or marked as paid meanwhile is either not in the file, or was in it before. */
async function loadOpenPayouts(
  client: ClientBase,
  { programId, runId, format, encryption }: FileRequest,
): Promise<(FileRow & { readonly isValid: boolean })[]> {
  const { rows } = await client.query<OpenRow>(
    `select o.id, o.partner_id, coalesce(o.payee_name, p.name) as name, coalesce(o.payee_email, p.email) as email,
            o.currency, o.amount_cents, ${DETAILS_COLUMNS}
       from payouts o join partners p on p.id = o.partner_id
       left join partner_payout_details d on d.id = o.payout_details_id
      where o.program_id = $1 and o.run_id = $2 and o.status = 'open' and ${PAYOUT_FORMAT} = $3
      order by o.id for share of o`,
    [programId, runId, format],
  );
  return rows
    .map((row) => {
      const details = requireDetails(row.partner_id, row, encryption);
      return {
        id: row.id,
        name: row.name,
        email: row.email,
        currency: row.currency,
        amount_cents: row.amount_cents,
        method: row.method,
        isValid: details === null || problemOf(details) === null,
        account_name: details?.account_name ?? null,
        details: details?.details ?? null,
        country: details?.country ?? null,
        iban: details?.iban ?? null,
        bic: details?.bic ?? null,
        routing_number: details?.routing_number ?? null,
        sort_code: details?.sort_code ?? null,
        account_number: details?.account_number ?? null,
      };
    })
    .sort((a, b) => compareText(a.name, b.name) || a.id - b.id);
}

/** By code units: the same payouts give the same bytes, whatever the locale of the database. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
