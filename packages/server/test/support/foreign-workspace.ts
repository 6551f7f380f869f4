import type { Pool } from 'pg';
import { click, lead, sale } from './management.js';
import { fillPath } from './routes.js';
import { type SeededProgram, uniqueName } from './seed.js';
import type { RunningService } from './service.js';
import { pathValueCreators, payableSale } from './workspace.js';

/** Part of every text that is planted in a workspace; in an answer to a stranger it shows a leak. */
export const CANARY = 'canary';

/** Columns that hold what people and shops wrote, by table, and the column that tells the rows of the workspace or program. */
const PLANTED: readonly (readonly [
  table: string,
  columns: readonly string[],
  scope: 'workspace' | 'program',
])[] = [
  ['programs', ['name', 'application_text'], 'workspace'],
  ['partners', ['name'], 'workspace'],
  ['webhooks', ['description'], 'workspace'],
  ['management_keys', ['name'], 'workspace'],
  ['links', ['destination_url'], 'workspace'],
  ['api_keys', ['name'], 'program'],
  ['partner_groups', ['name'], 'program'],
  ['partner_notes', ['body'], 'program'],
  ['assets', ['name', 'file_name'], 'program'],
  ['claims', ['reference'], 'program'],
];

/** A workspace full of canaries, and ids of what is in it. */
export interface ForeignWorkspace {
  readonly program: SeededProgram;
  /** Fills a path with ids of the workspace, or of another place with ids of this one. */
  fill(path: string, place?: Pick<SeededProgram, 'programId' | 'workspaceId'>): Promise<string>;
  /** What a field in the query or body of a route refers to: an id of the workspace, or a reference of a shop. Null: to nothing. */
  referenceFor(field: string, route: string): string | number | null;
}

/** Plants canaries in a workspace and creates one of each thing that a path or a field can name. */
export async function plantCanaries(
  service: RunningService,
  program: SeededProgram,
): Promise<ForeignWorkspace> {
  const { pool } = service;
  const { workspaceId, programId } = program;
  await payableSale(service, program);
  const customerKey = await lead(service, program, { customerKey: uniqueName(CANARY) });
  const sold = await sale(service, program, { customerKey, transactionId: uniqueName(CANARY) });
  const clickId = await click(service, program);
  const creators = pathValueCreators(service, program);
  const ids: Record<string, string> = {};
  for (const [list, create] of Object.entries(creators)) ids[list] = await create();
  const { rows } = await pool.query<{ id: number }>(
    `insert into partner_messages (program_id, user_email, subject, body, recipient_count)
     values ($1, 'a@b.test', '${CANARY}', '${CANARY}', 1) returning id`,
    [programId],
  );
  ids.messages = String(rows[0]?.id);
  await pool.query(`update workspaces set name = '${CANARY} workspace' where id = $1`, [workspaceId]);
  for (const [table, columns, scope] of PLANTED) {
    const values = columns.map((column) => `${column} = '${CANARY} ' || coalesce(${column}, '')`).join(', ');
    await pool.query(`update ${table} set ${values} where ${scope}_id = $1`, [
      scope === 'workspace' ? workspaceId : programId,
    ]);
  }
  await pool.query(`update users set name = '${CANARY} ' || name where id = $1`, [ids.members]);
  const created = Object.fromEntries(Object.entries(ids).map(([list, id]) => [list, async () => id]));
  return {
    program,
    fill: async (path, place = program) => (await fillPath(path, place, created)).replace(/\{\w+\}/g, '1'),
    referenceFor: (field, route) => referenceFor(field, route, { ids, program, clickId, ...sold }),
  };
}

interface Known {
  readonly ids: Readonly<Record<string, string>>;
  readonly program: SeededProgram;
  readonly clickId: string;
  readonly customerKey: string;
  readonly transactionId: string;
  readonly saleId: number;
  readonly commissionId: number | null;
}

/** Fields that end like the name of an id and refer to nothing of a workspace. */
const NO_REFERENCES = new Set([
  ...[
    'processor_ids',
    'refund_id',
    'event_id',
    'tax_id',
    'account_id',
    'question_id',
    'external_id',
    'key_id',
  ],
  'claim_id',
]);

function referenceFor(field: string, route: string, known: Known): string | number | null {
  const { ids, program } = known;
  const number = (list: string) => Number(ids[list]);
  const references: Readonly<Record<string, string | number | null>> = {
    program_id: program.programId,
    partner_id: program.partnerId,
    partner_ids: program.partnerId,
    link_id: program.linkId,
    group_id: number('groups'),
    code_id: number('codes'),
    customer_id: number('customers'),
    sale_id: known.saleId,
    commission_id: known.commissionId,
    commission_ids: known.commissionId,
    run_id: number('payout-runs'),
    user_id: ids.members ?? '',
    ids: route.includes('/commissions') ? known.commissionId : program.partnerId,
    target_id: String(program.partnerId),
    click_id: known.clickId,
    customer_key: known.customerKey,
    transaction_id: known.transactionId,
    aff: program.shortLink,
    short_link: program.shortLink,
  };
  const found = references[field];
  if (found !== undefined) return found;
  if (/(^|_)ids?$/.test(field) && !NO_REFERENCES.has(field))
    throw new Error(`add to foreign-workspace.ts what ${field} refers to`);
  return null;
}

/** Tables whose rows no request of a stranger may change, by the column that tells whose they are. */
const GUARDED = {
  program_id: [
    'program_origins',
    'program_minimum_payouts',
    'partner_groups',
    'enrollments',
    'partner_notes',
    'partner_messages',
    'commission_rules',
    'links',
    'codes',
    'claims',
    'assets',
    'payout_runs',
    'payouts',
    'adjustments',
    'sales',
    'leads',
    'refunds',
    'commissions',
    'ledger_movements',
    'customers',
    'audit_entries',
  ],
  workspace_id: ['programs', 'partners', 'webhooks', 'invitations', 'workspace_members'],
} as const;

/** Reads all rows of a workspace and its program that a stranger may not change, as one text per table. */
export async function readGuardedRows(
  pool: Pool,
  { workspaceId, programId }: SeededProgram,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [column, tables] of Object.entries(GUARDED)) {
    const id = column === 'program_id' ? programId : workspaceId;
    for (const table of tables) {
      const { rows } = await pool.query(
        `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${table} t where ${column} = $1`,
        [id],
      );
      found[table] = rows[0].text;
    }
  }
  return found;
}
