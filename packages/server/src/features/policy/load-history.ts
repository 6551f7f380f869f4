import {
  type Click,
  type ClickKey,
  type Customer,
  codesIn,
  emptyFacts,
  formatClickId,
  type Program,
  parseClickId,
  type RecordedEvent,
  type RecordedHistory,
  type RefusedLead,
  type StoredEarning,
  type UncreditedReport,
  type UnusedClick,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { loadClicks } from '../../ingest/clicks.js';
import { loadCodeNames, loadCodes } from '../../ingest/codes.js';
import { creditChangeFromRow } from '../../ingest/credit-changes.js';
import { customerFromRow } from '../../ingest/customers.js';
import { leadFromRow } from '../../ingest/leads.js';
import { loadEnrollments } from '../../ingest/programs.js';
import { refusedLeadFromRow } from '../../ingest/refused-leads.js';
import { ruleFromRow } from '../../ingest/rules.js';
import { saleFromRow } from '../../ingest/sales.js';
import type { Row } from '../../ingest/table.js';
import { uncreditedFromRow } from '../../ingest/uncredited.js';
import { unusedClickFromRow } from '../../ingest/unused-clicks.js';
import type { Pacer } from '../../pacer.js';
import { readRules } from '../rules/read-rules.js';
import type { CustomerRows } from './customer-rows.js';
import { decidedAt, eventsOfCustomer, eventsOfReports } from './recorded-events.js';
import type { RuleTimeline } from './rule-timeline.js';

/** What is the same for all customers of a program. */
export interface ReplayedProgram {
  readonly program: Program;
  readonly timeline: RuleTimeline;
  readonly customersBefore: RecordedHistory['customersBefore'];
  /** Lets others in between. */
  readonly pacer: Pacer;
}

/** Customers, sales or keys that one statement loads the rows of. */
const AT_ONCE = 250;

/** Rows of a statement that takes a list, loaded for some of the list at a time; their order holds among those only. */
async function loadInParts<Found>(
  values: readonly unknown[],
  load: (some: readonly unknown[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < values.length; at += AT_ONCE) {
    for (const row of await load(values.slice(at, at + AT_ONCE))) found.push(row);
  }
  return found;
}

/** Everything that these customers brought, refused leads and sales that name their keys, and those of strangers, in the order of their time. */
export async function loadHistory(
  client: ClientBase,
  shared: ReplayedProgram,
  customerIds: readonly number[],
  strangers: readonly UncreditedReport[],
): Promise<RecordedHistory> {
  const { program } = shared;
  const rows = await loadCustomerRows(client, program.id, customerIds);
  const names = await loadNamesOfCredit(client, rows);
  const events: RecordedEvent[] = eventsOfReports(strangers, program, null);
  for (const customer of rows.customers) {
    events.push(...eventsOfCustomer(customer, rows, program, names));
    await shared.pacer.pause();
  }
  events.sort((a, b) => decidedAt(a) - decidedAt(b));
  const reports = [...rows.refused.values()].flat();
  return finishHistory(client, shared, events, clicksOfRows(rows), names, [...reports, ...strangers]);
}

/** Refused leads and sales that name nobody whom the workspace knows. */
export async function loadStrangers(
  client: ClientBase,
  programId: number,
  period: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<UncreditedReport[]> {
  const { rows } = await client.query<Row>(
    `select u.* from uncredited u
      where u.program_id = $1 and u.reason <> 'other_program'
        and u.occurred_at >= to_timestamp($2::float8 / 1000) and u.occurred_at < to_timestamp($3::float8 / 1000)
        and not exists (select 1 from customers c
                         where c.workspace_id = u.workspace_id and c.customer_key = u.customer_key and not c.test_mode)
        and not (u.kind = 'sale' and exists (select 1 from sale_references r
                                              where r.reference = u.reference and r.workspace_id = u.workspace_id))
      order by u.occurred_at, u.kind limit $4`,
    [programId, period.fromMs, period.toMs, period.limit],
  );
  return rows.map(uncreditedFromRow);
}

/** Loads what was recorded of these customers, and what they named. */
async function loadTracked(client: ClientBase, ids: readonly number[]) {
  const ask = (sql: string) => loadInParts(ids, async (some) => (await client.query<Row>(sql, [some])).rows);
  const customers = (await ask('select * from customers where id = any($1::bigint[]) order by id')).map(
    customerFromRow,
  );
  const changes = (
    await ask(
      'select * from credit_changes where customer_id = any($1::bigint[]) order by customer_id, number',
    )
  ).map(creditChangeFromRow);
  const leads = (
    await ask('select * from leads where customer_id = any($1::bigint[]) and not test_mode')
  ).map(leadFromRow);
  const sales = (
    await ask(
      'select * from sales where customer_id = any($1::bigint[]) and not test_mode order by recorded_at, id',
    )
  ).map(saleFromRow);
  const unused = (
    await ask('select * from unused_clicks where customer_id = any($1::bigint[]) order by occurred_at')
  ).map(unusedClickFromRow);
  const refusedLeads = (
    await ask('select * from refused_leads where customer_id = any($1::bigint[]) order by reported_at')
  ).map(refusedLeadFromRow);
  return { customers, changes, leads, sales, unused, refusedLeads };
}

async function loadCustomerRows(
  client: ClientBase,
  programId: number,
  ids: readonly number[],
): Promise<CustomerRows> {
  const { customers, changes, leads, sales, unused, refusedLeads } = await loadTracked(client, ids);
  const saleIds = sales.map(({ id }) => id);
  const earnedBySale = await loadEarnings(client, 'sale_id', saleIds);
  const earnedByLead = await loadEarnings(
    client,
    'lead_id',
    leads.map(({ id }) => id),
  );
  const entered = await loadInParts(saleIds, async (some) => {
    const { rows } = await client.query<{ readonly sale_id: number }>(
      'select sale_id from entered_sales where sale_id = any($1::bigint[])',
      [some],
    );
    return rows;
  });
  const ruleRows = await readRules(client, new Set(sales.flatMap(({ ruleId }) => ruleId ?? [])));
  const refused = await loadRefused(client, programId, customers);
  const holders = await loadHolders(client, [
    ...unused.map(({ click }) => click),
    ...refusedLeads.flatMap(({ click }) => click ?? []),
    ...refused.flatMap(({ report }) => parseClickId(report.clickId ?? '') ?? []),
  ]);
  // Who has a click is decided anew among these customers; others keep theirs.
  const here = new Set(ids);
  const changesBy = groupBy(changes);
  /** The link of a click that a customer of a page keeps can credit another customer. */
  const hasCredited = ({ customerId, linkId }: UnusedClick | RefusedLead) =>
    (changesBy.get(customerId) ?? []).some(
      ({ reason, to }) =>
        reason !== 'assigned' && to.click === null && to.codeId === null && to.linkId === linkId,
    );
  const isFree = (clickId: string) => here.has(holders.get(clickId) ?? ids[0] ?? 0);
  return {
    customers,
    changes: changesBy,
    leads: groupBy(leads),
    sales: groupBy(sales),
    unused: groupBy(unused.filter((one) => hasCredited(one) || isFree(formatClickId(one.click)))),
    // With a live click of another customer it is a lead of theirs.
    refusedLeads: groupBy(
      refusedLeads.filter(
        (one) => one.click === null || one.isExpired || hasCredited(one) || isFree(formatClickId(one.click)),
      ),
    ),
    refused: groupBy(
      refused.map(({ customerId, report }) => {
        const { clickId } = report;
        const isUsable = clickId !== null && isFree(clickId);
        return { customerId, ...report, clickId: isUsable ? clickId : null };
      }),
    ),
    enteredSaleIds: new Set(entered.map((row) => row.sale_id)),
    customersImportedAt: await loadImportTimes(client, 'imported_customers', 'customer_id', ids),
    salesImportedAt: await loadImportTimes(client, 'imported_sales', 'sale_id', saleIds),
    earnedBySale,
    earnedByLead,
    rules: new Map([...ruleRows].map(([id, row]) => [id, ruleFromRow(row)])),
  };
}

/** What these sales or leads earned, by id. */
async function loadEarnings(
  client: ClientBase,
  column: 'sale_id' | 'lead_id',
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredEarning>> {
  const rows = await loadInParts(ids, async (some) => {
    const { rows: found } = await client.query<Row>(
      `select ${column} as of_id, enrollment_id, partner_id, currency, original_cents, capped_cents, amount_cents,
              rejected_at is not null as is_rejected
         from commissions where reassigned_at is null and ${column} = any($1::bigint[])`,
      [some],
    );
    return found;
  });
  return new Map(rows.map((row) => [row.of_id, earningOf(row)]));
}

/** When those of these rows were imported that were, by id. */
async function loadImportTimes(
  client: ClientBase,
  table: 'imported_customers' | 'imported_sales',
  column: 'customer_id' | 'sale_id',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ readonly id: number; readonly created_at: Date }>(
    `select m.${column} as id, i.created_at from ${table} m join imports i on i.id = m.import_id
      where m.${column} = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, created_at }) => [id, created_at.getTime()]));
}

/** Refused leads and sales that name the keys of these customers, but for sales that were recorded later. */
async function loadRefused(
  client: ClientBase,
  programId: number,
  customers: readonly Customer[],
): Promise<{ readonly customerId: number; readonly report: UncreditedReport }[]> {
  const byKey = new Map(
    customers.flatMap(({ id, customerKey }) => (customerKey === null ? [] : [[customerKey, id] as const])),
  );
  const rows = await loadInParts([...byKey.keys()], async (some) => {
    const { rows: found } = await client.query<Row>(
      `select u.* from uncredited u
        where u.program_id = $1 and u.customer_key = any($2::text[]) and u.reason <> 'other_program'
          and not (u.kind = 'sale' and exists (select 1 from sale_references r
                                                where r.reference = u.reference and r.workspace_id = u.workspace_id))
        order by u.occurred_at`,
      [programId, some],
    );
    return found;
  });
  return rows.map(uncreditedFromRow).flatMap((report) => {
    const customerId = byKey.get(report.customerKey ?? '');
    return customerId === undefined ? [] : { customerId, report };
  });
}

/** By click id: the real customer whom the click leads to. Nobody else can be credited by it. */
async function loadHolders(
  client: ClientBase,
  clicks: readonly ClickKey[],
): Promise<ReadonlyMap<string, number>> {
  if (clicks.length === 0) return new Map();
  const { rows } = await client.query<{ readonly number: number; readonly ms: number; readonly id: number }>(
    `select w.number, w.ms, c.id
       from unnest($1::bigint[], $2::bigint[]) as w (number, ms)
       join customers c on c.click_ms = w.ms and c.click_number = w.number and not c.test_mode
     union all
     select w.number, w.ms, c.id
       from unnest($1::bigint[], $2::bigint[]) as w (number, ms)
       join customers c on c.former_click_ms = w.ms and c.former_click_number = w.number and not c.test_mode`,
    [clicks.map(({ number }) => number), clicks.map(({ clickedMs }) => clickedMs)],
  );
  return new Map(rows.map(({ number, ms, id }) => [formatClickId({ number, clickedMs: ms }), id]));
}

function groupBy<Item extends { readonly customerId: number }>(
  items: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(item.customerId);
    if (group === undefined) groups.set(item.customerId, [item]);
    else group.push(item);
  }
  return groups;
}

function earningOf(row: Row): StoredEarning {
  return {
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    currency: row.currency,
    originalCents: row.original_cents,
    cappedCents: row.capped_cents,
    isRejected: row.is_rejected,
    leftCents: row.amount_cents,
  };
}

/** Names of the codes behind the credit of customers and sales. */
async function loadNamesOfCredit(client: ClientBase, rows: CustomerRows): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const credits = [...rows.changes.values()].flat().flatMap(({ from, to }) => [from.codeId, to.codeId]);
  const ids = [
    ...rows.customers.map(({ codeId }) => codeId),
    ...[...rows.sales.values()].flat().map(({ creditCodeId }) => creditCodeId),
    ...credits,
  ];
  await send(client, [loadCodeNames(names, new Set(ids.flatMap((id) => id ?? [])))]);
  return names;
}

/** Clicks as far as customers remember them: the rows of clicks may have been removed since. */
function clicksOfRows(rows: CustomerRows): Map<string, Click> {
  const clicks = new Map<string, Click>();
  for (const customer of rows.customers) {
    const named = [
      customer,
      ...(rows.changes.get(customer.id) ?? []).flatMap(({ from, to }) => [from, to]),
      ...(rows.unused.get(customer.id) ?? []),
      ...(rows.refusedLeads.get(customer.id) ?? []),
    ];
    for (const { click, enrollmentId, partnerId, linkId } of named) {
      if (click === null || enrollmentId === null || partnerId === null || linkId === null) continue;
      const { workspaceId, programId } = customer;
      clicks.set(formatClickId(click), {
        ...click,
        workspaceId,
        programId,
        enrollmentId,
        partnerId,
        linkId,
        cookieWindowDays: 0,
        dimensions: null,
        evidence: null,
      });
    }
  }
  return clicks;
}

async function finishHistory(
  client: ClientBase,
  { program, timeline, customersBefore }: ReplayedProgram,
  events: readonly RecordedEvent[],
  remembered: ReadonlyMap<string, Click>,
  codeNames: Map<number, string>,
  reports: readonly UncreditedReport[],
): Promise<RecordedHistory> {
  const facts = emptyFacts();
  const named = reports.flatMap(({ clickId }) => clickId ?? []);
  const codes = events.flatMap((event) =>
    event.kind === 'assigned' || event.command.code === null ? [] : codesIn(event.command.code),
  );
  const wanted = [...new Set(codes)].map((name) => ({ programId: program.id, name }));
  await send(client, [loadClicks(facts, new Set(named)), loadCodes(facts, wanted)]);
  const clicks = new Map([...facts.clicks, ...remembered]);
  for (const { id, code } of facts.codes.values()) codeNames.set(id, code);
  const ids = [
    ...[...clicks.values()].map(({ enrollmentId }) => enrollmentId),
    ...[...facts.codes.values()].map(({ enrollmentId }) => enrollmentId),
    ...events.flatMap((event) => {
      if (event.kind === 'assigned') return event.change.to.enrollmentId ?? [];
      return event.recorded?.enrollmentId ?? [];
    }),
  ];
  await send(client, [loadEnrollments(facts, new Set(ids))]);
  return {
    program,
    enrollments: new Map(facts.enrollments),
    clicks,
    codes: new Map(facts.codes),
    codeNames,
    events,
    ruleAt: timeline.ruleAt,
    customersBefore,
  };
}
