import { mergeNotices, type Notice, type NoticeState, sumNotices } from '@svc/core';
import { formatMoney } from '../../operations/format-money.js';
import type { KnownSale } from '../../operations/processor/find-known-sales.js';
import { parseEvent } from '../event.js';
import { areComplete } from '../translate/metadata.js';
import type { Paid, Telling } from '../translate/telling.js';
import { translate } from '../translate/translate.js';
import type { FetchedEvent } from './fetch-events.js';

/** Something that is not the same here as at the processor. */
export interface Finding {
  readonly kind: 'missing' | 'double' | 'amount' | 'refund' | 'dispute';
  /** In plain words. */
  readonly what: string;
  /** The events that put it right; none where only a person can. */
  readonly events: readonly FetchedEvent[];
}

interface Told {
  readonly event: FetchedEvent;
  readonly telling: Telling;
}

/** Everything that means the same money. */
interface Group {
  readonly names: Set<string>;
  readonly told: Told[];
}

/** All names that events go by, for looking their sales up. */
export function namesIn(events: readonly FetchedEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => tellingOf(event)?.telling.references ?? []));
}

/**
 * Compares what the processor has with the sales of a workspace: payments with our metadata that are no sale, sales that are
 * two for one payment or of another amount, money that went back without being counted, and disputes that stand otherwise.
 * Pure.
 */
export function compare(
  events: readonly FetchedEvent[],
  salesByName: ReadonlyMap<string, KnownSale>,
  programIds: ReadonlySet<number>,
): Finding[] {
  return groupsOf(events, salesByName).flatMap((group) => {
    const sales = new Map<number, KnownSale>();
    for (const name of group.names) {
      const sale = salesByName.get(name);
      if (sale !== undefined) sales.set(sale.id, sale);
    }
    const [sale, ...others] = sales.values();
    if (sale === undefined) return missingIn(group, programIds);
    if (others.length > 0) return [doubleOf([sale, ...others], group)];
    const notices = noticesIn(group);
    const refund = refundOf(sale, group, notices);
    // What tells of the one tells of the other.
    return [...amountOf(sale, group), ...(refund.length > 0 ? refund : disputeOf(sale, group, notices))];
  });
}

function tellingOf(event: FetchedEvent): Told | null {
  const parsed = parseEvent(event.body);
  return parsed && { event, telling: translate(parsed) };
}

/** Joins tellings that share a name, with each other and through the sale they are about. */
function groupsOf(events: readonly FetchedEvent[], salesByName: ReadonlyMap<string, KnownSale>): Group[] {
  const groupByName = new Map<string, Group>();
  const groups = new Set<Group>();
  for (const event of events) {
    const told = tellingOf(event);
    if (told === null || told.telling.references.length === 0) continue;
    const names = told.telling.references.flatMap((name) => [name, ...(salesByName.get(name)?.names ?? [])]);
    const group: Group = { names: new Set(names), told: [told] };
    for (const name of names) {
      const known = groupByName.get(name);
      if (known === undefined || !groups.delete(known)) continue;
      for (const other of known.names) group.names.add(other);
      group.told.push(...known.told);
    }
    for (const name of group.names) groupByName.set(name, group);
    groups.add(group);
  }
  return [...groups];
}

function paidIn(group: Group): readonly { readonly event: FetchedEvent; readonly paid: Paid }[] {
  return group.told.flatMap(({ event, telling: { paid } }) => (paid === null ? [] : [{ event, paid }]));
}

function missingIn(group: Group, programIds: ReadonlySet<number>): Finding[] {
  const credited = paidIn(group).find(
    ({ paid: { keys } }) => areComplete(keys) && programIds.has(keys.programId ?? 0),
  );
  if (credited === undefined) return [];
  const { transactionId, amountCents, currency, keys } = credited.paid;
  const what = `${transactionId}: ${formatMoney(amountCents, currency)} for program ${keys.programId} is not recorded`;
  return [{ kind: 'missing', what, events: group.told.map(({ event }) => event) }];
}

function doubleOf(sales: readonly KnownSale[], group: Group): Finding {
  const each = sales.map(({ transactionId }) => transactionId).join(' and ');
  const what = `${each}: recorded as ${sales.length} sales, and they are one payment (${[...group.names].join(', ')})`;
  return { kind: 'double', what, events: [] };
}

function amountOf(sale: KnownSale, group: Group): Finding[] {
  const all = paidIn(group).map(({ paid }) => paid);
  const isSame = all.some((paid) => paid.amountCents === sale.amountCents && paid.currency === sale.currency);
  const [paid] = all;
  if (paid === undefined || isSame) return [];
  const here = formatMoney(sale.amountCents, sale.currency);
  const there = formatMoney(paid.amountCents, paid.currency);
  return [
    { kind: 'amount', what: `${sale.transactionId}: recorded with ${here}, paid was ${there}`, events: [] },
  ];
}

/** What was fetched of each thing, which several objects may tell of: a refund and a credit note. */
function noticesIn(group: Group): readonly Notice[] {
  const notices = new Map<string, Notice>();
  for (const told of group.told.flatMap(({ telling }) => telling.notices)) {
    const before = notices.get(told.key);
    notices.set(told.key, before === undefined ? told : mergeNotices(before, told));
  }
  return [...notices.values()];
}

function refundOf(sale: KnownSale, group: Group, notices: readonly Notice[]): Finding[] {
  const { refundedCents } = sumNotices(notices, sale);
  if (refundedCents <= sale.refundedCents) return [];
  const there = formatMoney(refundedCents, sale.currency);
  const here = formatMoney(sale.refundedCents, sale.currency);
  const what = `${sale.transactionId}: ${there} went back, ${here} of it are counted`;
  // What joins the refund to its sale may have been missed as well.
  return [{ kind: 'refund', what, events: group.told.map(({ event }) => event) }];
}

/** A dispute that is open there holds the commission here, and one that is open here and nowhere else holds it for ever. */
function disputeOf(sale: KnownSale, group: Group, notices: readonly Notice[]): Finding[] {
  const changed = notices.filter(({ key, kind, state }) => {
    const here = sale.disputes.get(key);
    return kind === 'dispute' && (here === undefined ? state === 'open' : state !== here);
  });
  if (changed.length === 0) return [];
  const each = changed.map(({ key, state }) => `${key} is ${WORDS[state]}`).join(', ');
  const what = `${sale.transactionId}: dispute ${each}, and not so here`;
  return [{ kind: 'dispute', what, events: group.told.map(({ event }) => event) }];
}

const WORDS: Readonly<Record<NoticeState, string>> = { open: 'open', counted: 'lost', void: 'over' };
