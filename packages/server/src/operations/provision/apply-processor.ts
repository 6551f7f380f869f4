import type { ProcessorEntry } from './provision-file.js';
import { type Run, settleRow } from './run.js';

/** The workspace's connection to the card processor. One connected account belongs to one workspace. */
export async function applyProcessor(run: Run, workspaceId: number, entry: ProcessorEntry): Promise<void> {
  const { rows } = await run.client.query(
    'select 1 from processor_connections where account_id = $1 and workspace_id <> $2',
    [entry.accountId ?? null, workspaceId],
  );
  if (rows.length > 0) {
    run.problems.push(`${entry.path}.account_id: is connected to another workspace`);
    return;
  }
  await settleRow(run, 'processor connections', entry.path, {
    table: 'processor_connections',
    key: { workspace_id: workspaceId },
    values: {
      status: entry.status,
      account_id: entry.accountId,
      charges_enabled: entry.chargesEnabled,
      payouts_enabled: entry.payoutsEnabled,
      details_submitted: entry.detailsSubmitted,
      connected_at: entry.connectedAt,
    },
  });
}
