import { type ClickRecord, type Facts, formatClickId, parseClickId } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';
import { describeTable } from './table.js';

interface ClickRow {
  number: number;
  clicked_ms: number;
  workspace_id: number;
  program_id: number;
  cookie_window_days: number;
  enrollment_id: number;
  partner_id: number;
  link_id: number;
  dimensions: string | null;
}

/**
 * Adds the clicks with these ids to the facts. Ids that are no click ids, unknown ones, and clicks of links of a program that
 * is archived are left out: nobody is given credit for those.
 */
export function loadClicks(facts: Facts, ids: ReadonlySet<string>): Statement | null {
  const keys = [...ids].map(parseClickId).filter((key) => key !== null);
  if (keys.length === 0) return null;
  return {
    name: 'load-clicks',
    text: `select c.number, c.clicked_ms, c.program_id, c.enrollment_id, c.partner_id, c.link_id, c.dimensions,
                  p.workspace_id, p.cookie_window_days
             from unnest($1::bigint[], $2::bigint[]) as wanted (clicked_ms, number)
            cross join lateral (select * from clicks c
                                 where c.clicked_ms = wanted.clicked_ms and c.number = wanted.number limit 1) c
             join programs p on p.id = c.program_id and p.archived_at is null`,
    values: columnsOf(
      keys,
      (key) => key.clickedMs,
      (key) => key.number,
    ),
    take(rows: readonly ClickRow[]) {
      for (const row of rows) {
        const { number, clicked_ms: clickedMs } = row;
        facts.clicks.set(formatClickId({ number, clickedMs }), {
          number,
          clickedMs,
          workspaceId: row.workspace_id,
          programId: row.program_id,
          cookieWindowDays: row.cookie_window_days,
          enrollmentId: row.enrollment_id,
          partnerId: row.partner_id,
          linkId: row.link_id,
          dimensions: row.dimensions,
        });
      }
    },
  };
}

const CLICKS = describeTable<ClickRecord>('clicks', {
  clickedMs: 'bigint',
  number: 'bigint',
  programId: 'bigint',
  enrollmentId: 'bigint',
  partnerId: 'bigint',
  linkId: 'bigint',
  testMode: 'boolean',
  bot: 'boolean',
  affiliateUrl: 'text',
  referrer: 'text',
  dimensions: 'text',
  visitor: 'bigint',
  additionalData: 'text',
});

/** Writes clicks. */
export const insertClicks = CLICKS.insert;
