import { type ConnectionState, setConnection } from '../payments/set-connection.js';
import { columnsOf, PROCESSOR_FIELDS } from './fields.js';
import type { ProcessorEntry } from './provision-file.js';
import { type Run, record } from './run.js';
import { settle } from './settle.js';

/** The one whose accounts a file names by `processor`. */
const PROVIDER = 'stripe';

/**
 * The workspace's connection to the card processor. One connected account belongs to one workspace. What a person or the
 * processor changed of a connection is left alone as a whole: one account's status would not fit another.
 */
export async function applyProcessor(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  entry: ProcessorEntry,
): Promise<void> {
  const { client } = run;
  const place = { workspaceId: workspace.id, programId: null };
  const write = async (state: Partial<ConnectionState>) =>
    record(
      run,
      'processor.update',
      place,
      await setConnection(client, { workspaceId: workspace.id, provider: PROVIDER }, state),
    );
  await settle<ConnectionState>(run, {
    kind: 'processor connections',
    path: entry.path,
    where: { workspace: workspace.name, program: null },
    table: 'payment_connections',
    key: [workspace.id],
    find: { workspace_id: workspace.id, provider: PROVIDER, kind: 'connect' },
    columns: columnsOf(PROCESSOR_FIELDS, entry),
    isAtomic: true,
    async guard({ account_id: accountId = null }) {
      const { rows } = await client.query(
        'select 1 from payment_connections where account_id = $1 and provider = $3 and workspace_id <> $2',
        [accountId, workspace.id, PROVIDER],
      );
      return rows.length === 0 ? null : `${entry.path}.account_id: is connected to another workspace`;
    },
    async create(state) {
      await write(state);
      return {};
    },
    async update(_row, changes) {
      await write(changes);
    },
  });
}
