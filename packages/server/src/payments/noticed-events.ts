import type { Language, NoticedEvents } from '@svc/contract';
import {
  type EventReason,
  type EventReasonCode,
  renderEventReason,
  type StoredReason,
} from '@svc/contract/event-reasons';
import { parseClickId } from '@svc/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { EventResult } from './event-row.js';
import type { AccountReport, PaymentReport } from './provider.js';

/** What an event carries: money that was paid, and with it a key, click id or code of this service. */
export type Carried = 'nothing' | 'money' | 'money_and_keys';

/**
 * Reasons for which an event needs attention: whatever it carries, if it carries money, or if it carries money and keys. Payments without
 * keys are most likely of customers who were not referred; the coverage counts them.
 */
const NOTICED: Partial<Record<EventReasonCode, Carried>> = {
  no_account: 'nothing',
  unknown_layout: 'nothing',
  thin_event: 'nothing',
  invalid_event: 'nothing',
  unknown_provider: 'nothing',
  service_error: 'nothing',
  two_sales: 'nothing',
  refund_other_currency: 'nothing',
  program_archived: 'money',
  account_unknown: 'money_and_keys',
  connection_inactive: 'money_and_keys',
  customer_unknown: 'money_and_keys',
  click_unknown: 'money_and_keys',
  click_expired: 'money_and_keys',
  code_unknown: 'money_and_keys',
  partner_not_approved: 'money_and_keys',
  other_program: 'money_and_keys',
  no_program: 'money_and_keys',
  program_missing: 'money_and_keys',
  program_elsewhere: 'money_and_keys',
  keys_missing: 'money_and_keys',
};

/** Codes of events that may need attention. */
export const NOTICED_CODES = Object.keys(NOTICED) as readonly EventReasonCode[];

/** Returns what an event carries. `report` is null if it could not be translated. */
export function whatCarries(report: PaymentReport | AccountReport | null): Carried {
  if (report === null || 'kind' in report || report.paid === null || report.paid.isStart) return 'nothing';
  const { keys, payer } = report.paid;
  const hasReference = payer.clientReference !== null && parseClickId(payer.clientReference) !== null;
  const hasKeys = keys.customerKey !== null || keys.clickId !== null || keys.code !== null;
  return hasKeys || hasReference ? 'money_and_keys' : 'money';
}

/** Whether an event needs attention. */
export function isNoticed({ code }: EventReason, carried: Carried): boolean {
  const least = NOTICED[code];
  if (least === undefined || least === 'nothing') return least !== undefined;
  return carried === 'money_and_keys' || carried === least;
}

/** Logs events that need attention. */
export interface NoticedLog {
  add(results: readonly EventResult[]): void;
}

const HOUR_MS = 3_600_000;

/** Writes at most one line for each reason and hour, however many events have it. */
export function createNoticedLog(logger: Logger, now: Now): NoticedLog {
  const loggedAtMs = new Map<EventReasonCode, number>();
  return {
    add(results) {
      for (const { id, reason, workspaceId, connectionId, programId, noticedAtMs } of results) {
        if (noticedAtMs === null) continue;
        const { code, parameters } = reason;
        const before = loggedAtMs.get(code);
        if (before !== undefined && now() - before < HOUR_MS) continue;
        loggedAtMs.set(code, now());
        const { message, fix } = renderEventReason(reason);
        const event = { eventRow: id, workspaceId, connectionId, programId };
        logger.warn(
          { reason: code, parameters, ...event, fix },
          `a payment event needs attention: ${message}`,
        );
      }
    },
  };
}

const DAY_MS = 86_400_000;
const DAYS = 7;
/** Events of one reason that are counted. */
const MOST_COUNTED = 1_000;

const EVENTS = (condition: string) => `
  select o.reason_code, o.connection_id, o.reason_parameters, o.noticed_at, o.id
    from unnest($3::text[]) as wanted (code) cross join lateral (
      select * from processor_outcomes o
       where ${condition} and o.reason_code = wanted.code and o.noticed_at >= to_timestamp($4::float8 / 1000)
       order by o.noticed_at desc limit ${MOST_COUNTED}) o`;

// Events at the platform's endpoint that name no account belong to no workspace. One that has a connection has no use for them.
const NOTICED_EVENTS = `
  select reason_code, connection_id, count(*)::int as count, max(noticed_at) as latest_at,
         (array_agg(reason_parameters order by noticed_at desc, id desc))[1] as parameters
    from (${EVENTS('o.workspace_id = $1 and (o.program_id is null or $2::bigint is null or o.program_id = $2)')}
          union all
          ${EVENTS(`o.workspace_id is null and wanted.code = 'no_account' and not exists (
            select 1 from payment_connections c where c.workspace_id = $1 and c.removed_at is null
               and c.status in ('connected', 'restricted', 'disconnected'))`)}) events
   group by reason_code, connection_id order by latest_at desc, reason_code, connection_id`;

interface NoticedRow {
  readonly reason_code: string;
  readonly connection_id: number | null;
  readonly count: number;
  readonly latest_at: Date;
  readonly parameters: StoredReason['parameters'];
}

/**
 * Loads the payment events of the last 7 days that need attention, grouped by reason and connection, the latest first: those of a program
 * and those without a program. `programId` null: those of all programs of the workspace.
 */
export async function loadNoticedEvents(
  pool: Pool,
  { workspaceId, programId }: { readonly workspaceId: number; readonly programId: number | null },
  { nowMs, language }: { readonly nowMs: number; readonly language?: Language | undefined },
): Promise<NoticedEvents[]> {
  const { rows } = await pool.query<NoticedRow>({
    name: 'load-noticed-events',
    text: NOTICED_EVENTS,
    values: [workspaceId, programId, NOTICED_CODES, nowMs - DAYS * DAY_MS],
  });
  return rows.map(({ reason_code: code, parameters, latest_at, connection_id, count }) => ({
    reason_code: code,
    connection_id,
    count,
    latest_at: latest_at.toISOString(),
    ...renderEventReason({ code, parameters }, language),
  }));
}
