import {
  adParameterOf,
  type ClickEvidence,
  type ClickRecord,
  type Facts,
  formatClickId,
  parseClickId,
} from '@svc/core';
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
  affiliate_url: string;
  visitor_clicks: number | null;
}

const HOUR_MS = 3_600_000;
/** A visitor's clicks are counted among the newest of a program only: a lead must not wait for a count of millions. */
const MAX_COUNTED = 20_000;

/** How often the visitor of a click `c` had clicked on its link within the hour up to it; null for all but busy visitors. */
const VISITOR_CLICKS = `
  case when exists (select 1 from busy_visitors b
                     where b.link_id = c.link_id and b.visitor = c.visitor
                       and b.day between date '1970-01-01' + ((c.clicked_ms - ${HOUR_MS}) / 86400000)::integer
                                     and date '1970-01-01' + (c.clicked_ms / 86400000)::integer)
       then (select count(*) filter (where n.link_id = c.link_id and n.visitor = c.visitor)
               from (select link_id, visitor from clicks
                      where program_id = c.program_id and clicked_ms between c.clicked_ms - ${HOUR_MS} and c.clicked_ms
                        and not test_mode and not bot
                      order by clicked_ms desc limit ${MAX_COUNTED}) n) end`;

function evidenceOf({ affiliate_url: url, visitor_clicks: visitorClicks }: ClickRow): ClickEvidence | null {
  const adParameter = adParameterOf(url);
  return adParameter === null && visitorClicks === null ? null : { adParameter, visitorClicks };
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
    text: `select c.number, c.clicked_ms, c.program_id, c.enrollment_id, c.partner_id, c.link_id, c.dimensions, c.affiliate_url,
                  p.workspace_id, p.cookie_window_days, ${VISITOR_CLICKS} as visitor_clicks
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
          evidence: evidenceOf(row),
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
