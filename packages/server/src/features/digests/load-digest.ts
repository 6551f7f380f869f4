import type { Pool } from 'pg';
import type { DigestProgram, WeeklyDigest } from '../../mail/weekly-digest.js';
import type { Permission } from '../../operations/permissions.js';
import type { Days } from '../reports/days.js';
import { loadAttention } from '../reports/load-attention.js';
import { loadOverview } from '../reports/read-overview.js';

/** A workspace, and what somebody may do in it. */
interface DigestScope {
  readonly workspaceId: number;
  readonly permissions: readonly Permission[];
}

/** What the programs of a workspace counted in a week, as their overviews have it. */
export type WeekFigures = readonly Omit<DigestProgram, 'attention'>[];

/** The figures of a week of every program, each as its overview shows it for these days, with all partners who brought something. */
export async function loadFigures(pool: Pool, workspaceId: number, week: Days): Promise<WeekFigures> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from programs where workspace_id = $1 order by fold(name) collate "C", id',
    [workspaceId],
  );
  const figures: Omit<DigestProgram, 'attention'>[] = [];
  for (const { id, name } of rows) {
    const overview = await loadOverview(pool, id, week, Number.POSITIVE_INFINITY);
    figures.push({ programId: id, program: name, overview });
  }
  return figures;
}

/**
 * What there is to tell somebody with these permissions: programs that counted clicks or sales or have something that they can act on, those
 * with the most sales first. Programs without any of it are left out.
 */
export async function tellable(
  pool: Pool,
  { workspaceId, permissions }: DigestScope,
  figures: WeekFigures,
  nowMs: number,
): Promise<readonly DigestProgram[]> {
  const programs: DigestProgram[] = [];
  for (const one of figures) {
    const scope = { programId: one.programId, workspaceId, permissions };
    const program = { ...one, attention: await loadAttention(pool, scope, { nowMs }) };
    const { clicks, sales } = countsOf([one]);
    if (clicks > 0n || sales > 0n || needsAttention(program)) programs.push(program);
  }
  const bySales = (a: DigestProgram, b: DigestProgram) => {
    const [one, other] = [countsOf([a]), countsOf([b])];
    return Number(other.sales - one.sales) || Number(other.clicks - one.clicks);
  };
  return programs.sort(bySales);
}

/** Clicks and sales of programs in all; counts of different currencies can be added. */
export function countsOf(programs: WeekFigures): { readonly clicks: bigint; readonly sales: bigint } {
  const rows = programs.flatMap(({ overview }) => overview.totals);
  const sum = (of: 'clicks' | 'sales') => rows.reduce((total, row) => total + row[of], 0n);
  return { clicks: sum('clicks'), sales: sum('sales') };
}

function needsAttention({ attention }: DigestProgram): boolean {
  const { payouts_due, payouts_open, flagged_commissions, payment_events, setup: _, ...counts } = attention;
  return (
    payouts_due.length > 0 ||
    payouts_open.length > 0 ||
    (flagged_commissions ?? []).length > 0 ||
    // Events without an account belong to no workspace: they are not worth an email to all that have no connection.
    payment_events.some(({ reason_code: code }) => code !== 'no_account') ||
    Object.values(counts).some((count) => (count ?? 0) > 0)
  );
}

/** The digest of a week for somebody with these permissions, as it is now. */
export async function loadDigest(pool: Pool, scope: DigestScope, week: Days): Promise<WeeklyDigest> {
  const { rows } = await pool.query<{ name: string; timeZone: string; nowMs: number }>(
    `select name, time_zone as "timeZone", floor(extract(epoch from now()) * 1000)::float8 as "nowMs"
       from workspaces where id = $1`,
    [scope.workspaceId],
  );
  const [workspace] = rows;
  if (workspace === undefined) throw new Error(`workspace ${scope.workspaceId} is gone`);
  const { name, timeZone, nowMs } = workspace;
  const figures = await loadFigures(pool, scope.workspaceId, week);
  const programs = await tellable(pool, scope, figures, nowMs);
  return { workspaceId: scope.workspaceId, workspace: name, timeZone, week, programs };
}
