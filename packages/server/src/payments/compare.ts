import { formatMoney } from '@svc/contract';
import { type AdjustmentState, mergeAdjustments, type PaymentAdjustment, totalAdjustments } from '@svc/core';
import type { FetchedEvent } from './fetched-event.js';
import type { KnownSale } from './find-known-sales.js';
import { type PaymentProvider, type PaymentReport, type ReportedPayment, withPrefix } from './provider.js';
import { areComplete } from './sale-keys.js';

/** A difference between the sales and what the provider has. */
export interface Finding {
  readonly kind: 'missing' | 'double' | 'amount' | 'refund' | 'dispute';
  /** In plain words. */
  readonly what: string;
  /** The events that put it right; none where only a person can. */
  readonly events: readonly FetchedEvent[];
}

/** A fetched event with what it reports. */
export interface ReportedEvent {
  readonly event: FetchedEvent;
  readonly report: PaymentReport;
}

/** Everything that means the same money. */
interface Group {
  readonly references: Set<string>;
  readonly reported: ReportedEvent[];
}

/** What fetched events report about payments. */
export function reportEvents(provider: PaymentProvider, events: readonly FetchedEvent[]): ReportedEvent[] {
  return events.flatMap((event) => {
    const parsed = provider.parse(event.body);
    const report = parsed && provider.translate(parsed);
    return report === null || 'kind' in report ? [] : [{ event, report: withPrefix(report, provider) }];
  });
}

/** All references of the events, for looking up their sales. */
export function referencesIn(events: readonly ReportedEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ report }) => report.references));
}

/**
 * Compares what the provider has with the sales of a workspace. Finds payments with our metadata that are not recorded as a
 * sale, payments recorded as two sales or with another amount, refunds that are not counted, and disputes in another state.
 * Pure.
 */
export function compare(
  events: readonly ReportedEvent[],
  salesByReference: ReadonlyMap<string, KnownSale>,
  programIds: ReadonlySet<number>,
): Finding[] {
  return groupsOf(events, salesByReference).flatMap((group) => {
    const sales = new Map<number, KnownSale>();
    for (const reference of group.references) {
      const sale = salesByReference.get(reference);
      if (sale !== undefined) sales.set(sale.id, sale);
    }
    const [sale, ...others] = sales.values();
    if (sale === undefined) return missingIn(group, programIds);
    if (others.length > 0) return [doubleOf([sale, ...others], group)];
    const adjustments = adjustmentsIn(group);
    const refund = compareRefund(sale, group, adjustments);
    // The same events put both right.
    return [
      ...compareAmount(sale, group),
      ...(refund.length > 0 ? refund : disputeOf(sale, group, adjustments)),
    ];
  });
}

/** Merges reports that share a reference, with each other and through the sale they are about. */
function groupsOf(
  events: readonly ReportedEvent[],
  salesByReference: ReadonlyMap<string, KnownSale>,
): Group[] {
  const groupByReference = new Map<string, Group>();
  const groups = new Set<Group>();
  for (const event of events) {
    if (event.report.references.length === 0) continue;
    const references = event.report.references.flatMap((reference) => [
      reference,
      ...(salesByReference.get(reference)?.references ?? []),
    ]);
    const group: Group = { references: new Set(references), reported: [event] };
    for (const reference of references) {
      const known = groupByReference.get(reference);
      if (known === undefined || !groups.delete(known)) continue;
      for (const other of known.references) group.references.add(other);
      group.reported.push(...known.reported);
    }
    for (const reference of group.references) groupByReference.set(reference, group);
    groups.add(group);
  }
  return [...groups];
}

/** What was paid, and by which events. */
function paidIn(group: Group): readonly {
  readonly event: FetchedEvent;
  readonly paid: ReportedPayment & { readonly currency: string };
}[] {
  return group.reported.flatMap(({ event, report: { paid } }) =>
    paid === null || paid.isStart ? [] : [{ event, paid: { ...paid, currency: paid.currency ?? '' } }],
  );
}

function missingIn(group: Group, programIds: ReadonlySet<number>): Finding[] {
  const credited = paidIn(group).find(
    ({ paid: { keys } }) => areComplete(keys) && programIds.has(keys.programId ?? 0),
  );
  if (credited === undefined) return [];
  const { transactionId, amountCents, currency, keys } = credited.paid;
  const what = `${transactionId}: ${formatMoney(amountCents, currency)} for program ${keys.programId} is not recorded`;
  return [{ kind: 'missing', what, events: group.reported.map(({ event }) => event) }];
}

function doubleOf(sales: readonly KnownSale[], group: Group): Finding {
  const each = sales.map(({ transactionId }) => transactionId).join(' and ');
  const what = `${each}: one payment, recorded as ${sales.length} sales (${[...group.references].join(', ')})`;
  return { kind: 'double', what, events: [] };
}

function compareAmount(sale: KnownSale, group: Group): Finding[] {
  const all = paidIn(group).map(({ paid }) => paid);
  const isSame = all.some((paid) => paid.amountCents === sale.amountCents && paid.currency === sale.currency);
  const [paid] = all;
  if (paid === undefined || isSame) return [];
  const here = formatMoney(sale.amountCents, sale.currency);
  const there = formatMoney(paid.amountCents, paid.currency);
  return [
    { kind: 'amount', what: `${sale.transactionId}: ${there} was paid, but ${here} is recorded`, events: [] },
  ];
}

/** The fetched adjustments by key; several objects (a refund and a credit note) may report the same one. */
function adjustmentsIn(group: Group): readonly PaymentAdjustment[] {
  const adjustments = new Map<string, PaymentAdjustment>();
  for (const adjustment of group.reported.flatMap(({ report }) => report.adjustments)) {
    const before = adjustments.get(adjustment.key);
    adjustments.set(adjustment.key, before === undefined ? adjustment : mergeAdjustments(before, adjustment));
  }
  return [...adjustments.values()];
}

function compareRefund(sale: KnownSale, group: Group, adjustments: readonly PaymentAdjustment[]): Finding[] {
  const { refundedCents } = totalAdjustments(adjustments, sale);
  if (refundedCents <= sale.refundedCents) return [];
  const there = formatMoney(refundedCents, sale.currency);
  const here = formatMoney(sale.refundedCents, sale.currency);
  const what = `${sale.transactionId}: ${there} was refunded, of which ${here} is counted`;
  // The events that connect the refund with its sale may have been missed as well.
  return [{ kind: 'refund', what, events: group.reported.map(({ event }) => event) }];
}

/** A dispute that is open there holds the commission here, and one that is open here and nowhere else holds it for ever. */
function disputeOf(sale: KnownSale, group: Group, adjustments: readonly PaymentAdjustment[]): Finding[] {
  const changed = adjustments.filter(({ key, kind, state }) => {
    const here = sale.disputes.get(key);
    return kind === 'dispute' && (here === undefined ? state === 'open' : state !== here);
  });
  if (changed.length === 0) return [];
  const each = changed.map(({ key, state }) => `${key} is ${WORDS[state]}`).join(', ');
  const what = `${sale.transactionId}: dispute ${each} at the provider, and not in the books`;
  return [{ kind: 'dispute', what, events: group.reported.map(({ event }) => event) }];
}

const WORDS: Readonly<Record<AdjustmentState, string>> = { open: 'open', counted: 'lost', void: 'closed' };
