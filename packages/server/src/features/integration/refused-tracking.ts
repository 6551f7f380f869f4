import type { CliStatusAnswer, ErrorCode } from '@svc/contract';
import type { Command } from '@svc/core';
import type { Pool } from 'pg';
import { servesHost } from '../../ingest/serving-hosts.js';

/** Of one program, in a day. Anyone can send requests that are refused. */
const MOST_A_DAY = 200;
/** So many values the status shows at most, the latest first. */
const MOST_SHOWN = 20;
const KEEP_DAYS = 30;

/** The code of real events whose `test_mode` was not `true`. */
export const TEST_MODE_IGNORED = 'test_mode_ignored';

/** Codes of clicks that redirect links recorded, and of those among them that their pages reported. */
export const REDIRECT_FOLLOWED = 'redirect_followed';
export const REDIRECT_REPORTED = 'redirect_reported';

/**
 * Whose request it was: the program of its key, of its link, or every program that allows the page's origin. A visit to an unknown redirect
 * link belongs to the program of the link that its name begins with, else to all programs of a service with one workspace.
 */
export type RefusedSource =
  | { readonly programId: number }
  | { readonly shortLinkKey: string }
  | { readonly linkName: string }
  | { readonly origin: string };

/** Equal requests that were refused, or are counted beside them. */
export interface RefusedRequests {
  readonly source: RefusedSource;
  readonly event: Exclude<Command['kind'], 'payment'>;
  readonly code: ErrorCode | typeof TEST_MODE_IGNORED | typeof REDIRECT_FOLLOWED | typeof REDIRECT_REPORTED;
  /** What was refused: an origin, an `aff` or a `test_mode`; empty where the code says it all. */
  readonly value: string;
  readonly count: number;
  readonly lastMs: number;
}

// Further rows of a program than `MOST_A_DAY` are left out, but for the two of redirects; what it has already is counted on.
const RECORD = `
  with noted as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                         $10::text[])
      as n (program_id, short_link_key, origin, event, code, value, count, last_ms, link_name)
  ), found as (
    select p.id as program_id, (to_timestamp(max(n.last_ms)::float8 / 1000) at time zone 'UTC')::date as day, n.event, n.code,
           n.value, sum(n.count)::bigint as count, to_timestamp(max(n.last_ms)::float8 / 1000) as last_at
      from noted n
      join programs p on p.id = n.program_id
        or p.id in (select l.program_id from links l where l.short_link_key = n.short_link_key)
        or p.id in (select o.program_id from program_origins o where o.origin = n.origin and ${servesHost('o.host', 'p.workspace_id')})
        or p.id in (select l.program_id from links l where l.short_link_key = n.link_name)
        or n.link_name is not null and p.archived_at is null
           and not exists (select 1 from links l where l.short_link_key = n.link_name)
           and not exists (select 1 from programs o where o.workspace_id <> p.workspace_id and o.archived_at is null)
     group by p.id, n.event, n.code, n.value
  ), placed as (
    select found.*, known.program_id is not null as is_known,
           row_number() over (partition by found.program_id, found.day, known.program_id is null
                                  order by found.event, found.code, found.value) as place,
           (select count(*) from refused_tracking r where r.program_id = found.program_id and r.day = found.day) as kept
      from found left join refused_tracking known using (program_id, day, event, code, value)
  ), written as (
  insert into refused_tracking as r (program_id, day, event, code, value, count, last_at)
  select program_id, day, event, code, value, count, last_at from placed
   where is_known or kept + place <= $9 or code in ('${REDIRECT_FOLLOWED}', '${REDIRECT_REPORTED}')
   order by program_id, day, event, code, value
  on conflict (program_id, day, event, code, value)
     do update set count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at),
                   written_at = now())
  select distinct n.value from noted n
   where n.link_name is not null and not exists (select 1 from found f where f.code = n.code and f.value = n.value)
   order by n.value`;

/**
 * Adds refused requests to those of their programs; what belongs to no program is dropped.
 *
 * @returns the names of redirect links that were asked for and belong to no program
 */
export async function recordRefusedTracking(
  pool: Pool,
  refused: readonly RefusedRequests[],
): Promise<readonly string[]> {
  const column = <Value>(read: (one: RefusedRequests) => Value) => refused.map(read);
  const { rows } = await pool.query<{ readonly value: string }>({
    name: 'record-refused-tracking',
    text: RECORD,
    values: [
      column(({ source }) => ('programId' in source ? source.programId : null)),
      column(({ source }) => ('shortLinkKey' in source ? source.shortLinkKey : null)),
      column(({ source }) => ('origin' in source ? source.origin : null)),
      column(({ event }) => event),
      column(({ code }) => code),
      column(({ value }) => value),
      column(({ count }) => count),
      column(({ lastMs }) => Math.round(lastMs)),
      MOST_A_DAY,
      column(({ source }) => ('linkName' in source ? source.linkName : null)),
    ],
  });
  return rows.map(({ value }) => value);
}

type Live = CliStatusAnswer['live'];

interface RefusedRow {
  readonly code: 'origin_not_allowed' | 'link_not_found' | typeof TEST_MODE_IGNORED;
  readonly value: string;
  readonly count: number;
  readonly last_at: Date;
}

/** The origins and `aff` values that were refused, and values of `test_mode` that were ignored, since `fromDay` (YYYY-MM-DD, UTC), the latest first. Contract 2, section 17. */
export async function loadRefusedTracking(
  pool: Pool,
  programId: number,
  fromDay: string,
): Promise<Pick<Live, 'refused_origins' | 'unknown_aff' | 'ignored_test_mode'>> {
  const { rows } = await pool.query<RefusedRow>(
    `select code, value, sum(count)::bigint as count, max(last_at) as last_at from refused_tracking
      where program_id = $1 and day >= $2::date and code in ('origin_not_allowed', 'link_not_found', '${TEST_MODE_IGNORED}')
      group by code, value order by max(last_at) desc, value`,
    [programId, fromDay],
  );
  const listOf = (code: RefusedRow['code']) =>
    rows
      .filter((row) => row.code === code)
      .slice(0, MOST_SHOWN)
      .map(({ value, count, last_at }) => ({ value, count, last_at: last_at.toISOString() }));
  return {
    refused_origins: listOf('origin_not_allowed').map(({ value: origin, ...rest }) => ({ origin, ...rest })),
    unknown_aff: listOf('link_not_found'),
    ignored_test_mode: listOf(TEST_MODE_IGNORED),
  };
}

/** Removes what is older than the longest time anyone asks for; gives how many rows there were. */
export async function deleteOldRefusedTracking(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from refused_tracking where day < (now() at time zone 'UTC')::date - $1::integer`,
    [KEEP_DAYS],
  );
  return rowCount ?? 0;
}
