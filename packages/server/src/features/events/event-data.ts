import type { EventData, SvcEventType } from '@svc/contract';
import type { MovementKind } from '@svc/core';
import type { Pool } from 'pg';
import { loadAdjustmentsById } from '../adjustments/load-adjustments.js';
import { applicationFields, loadApplications } from '../applications/load-applications.js';
import { loadClaimsById } from '../claims/load-claims.js';
import { loadCommissionsById } from '../commissions/load-commissions.js';
import { loadCustomersById } from '../customers/list-customers.js';
import { loadPartnersOfPrograms } from '../partners/find-partner.js';
import { loadEventPayouts } from '../payouts/load-payouts.js';
import { loadSalesById } from '../sales/sale-item.js';
import { loadDisputes, loadLeads, loadMovements, loadRefunds } from './event-objects.js';
import { type EventRow, SAMPLE_OBJECT } from './event-row.js';
import { sampleData } from './sample-data.js';

/** Gives the data of an event, from objects that are loaded. */
type DataOf = (row: EventRow) => EventData;

/** The objects of an event; undefined where one was not found. */
type Found = { readonly [Name in keyof EventData]: EventData[Name] | undefined };

/** The first part of a type: what the event is about. */
type Subject = SvcEventType extends `${infer Before}.${string}` ? Before : never;

const subjectOf = (type: SvcEventType) => type.split('.')[0] as Subject;

/**
 * Loads the objects of these events, as they are now: one statement for each kind of object, however many events there are.
 * Gives a function that puts the data of each of the events together.
 */
export async function loadEventData(pool: Pool, rows: readonly EventRow[]): Promise<DataOf> {
  const real = rows.filter(({ object_id }) => object_id !== SAMPLE_OBJECT);
  const ofTypes = (...types: readonly SvcEventType[]) => real.filter(({ type }) => types.includes(type));
  const ofSubject = (subject: Subject) => real.filter(({ type }) => subjectOf(type) === subject);
  const idsOf = (some: readonly EventRow[]) => some.map(({ object_id }) => object_id);

  const [leads, refunds, movements, disputes, payouts, claims, adjustments, partners] = await Promise.all([
    loadLeads(pool, idsOf(ofSubject('lead'))),
    loadRefunds(pool, idsOf(ofTypes('sale.refunded'))),
    loadMovements(pool, idsOf(ofSubject('commission'))),
    loadDisputes(pool, ofSubject('dispute')),
    loadEventPayouts(pool, idsOf(ofSubject('payout'))),
    loadClaimsById(pool, idsOf(ofSubject('claim'))),
    loadAdjustmentsById(pool, idsOf(ofSubject('adjustment'))),
    loadPartners(pool, ofSubject('partner')),
  ]);
  const [customers, sales, commissions] = await Promise.all([
    loadCustomersById(pool, [
      ...[...leads.values()].map((one) => one.customer_id),
      ...idsOf(ofSubject('customer')),
    ]),
    loadSalesById(pool, [
      ...idsOf(ofTypes('sale.created')),
      ...[...refunds.values()].map((one) => one.sale_id),
      ...[...disputes.values()].flatMap((one) => one.saleId ?? []),
    ]),
    loadCommissionsById(
      pool,
      [...movements.values()].map((one) => one.commissionId),
    ),
  ]);

  const builders: Readonly<Record<Subject, (row: EventRow) => Found>> = {
    lead({ object_id }) {
      const lead = leads.get(object_id);
      return { customer: lead && customers.get(lead.customer_id), lead };
    },
    sale({ type, object_id }) {
      if (type === 'sale.created') return { sale: sales.get(object_id) };
      const refund = refunds.get(object_id);
      return { sale: refund && sales.get(refund.sale_id), refund };
    },
    commission({ type, object_id }) {
      const posted = movements.get(object_id);
      if (posted === undefined) return {};
      const commission = commissions.get(posted.commissionId);
      const { movement } = posted;
      return type === 'commission.changed'
        ? { commission, change: changeOf(posted.kind), movement }
        : { commission, movement };
    },
    dispute(row) {
      const found = disputes.get(disputeKey(row));
      return { dispute: found?.dispute, sale: (found?.saleId && sales.get(found.saleId)) || null };
    },
    partner: ({ program_id, object_id }) => ({ partner: partners.get(`${program_id} ${object_id}`) }),
    payout: ({ object_id }) => ({ payout: payouts.get(object_id) }),
    claim: ({ object_id }) => ({ claim: claims.get(object_id) }),
    customer: ({ object_id }) => ({ customer: customers.get(object_id) }),
    adjustment: ({ object_id }) => ({ adjustment: adjustments.get(object_id) }),
  };
  return (row) =>
    row.object_id === SAMPLE_OBJECT ? sampleData(row) : present(builders[subjectOf(row.type)](row));
}

/** Partners with what they wrote when they applied, by their program and id. */
async function loadPartners(pool: Pool, rows: readonly EventRow[]) {
  const partners = await loadPartnersOfPrograms(
    pool,
    rows.map((row) => ({ programId: row.program_id ?? 0, partnerId: row.object_id })),
  );
  const applications = await loadApplications(
    pool,
    [...partners.values()].map((one) => one.enrollment_id),
  );
  const withApplications = [...partners].map(([key, one]) => {
    return [key, { ...one, ...applicationFields(applications.get(one.enrollment_id)) }] as const;
  });
  return new Map(withApplications);
}

function present(found: Found): EventData {
  return Object.fromEntries(Object.entries(found).filter(([, object]) => object !== undefined));
}

/** What a dispute is found by: its key is unique in the workspace, while its payment may be merged into another. */
function disputeKey({ workspace_id, object_key }: EventRow): string {
  return `${workspace_id} ${object_key}`;
}

const CHANGES: Readonly<Record<MovementKind, EventData['change']>> = {
  hold: 'hold',
  release: 'release',
  reverse: 'reversal',
  mature: 'maturity',
  restore: 'restoration',
  reassign: 'reassignment',
  reject: 'rejection',
  unpay: 'payout_cancellation',
  earn: undefined,
  pay: undefined,
  carry: undefined,
  uncarry: undefined,
  adjust: undefined,
  mature_adjustment: undefined,
  pay_adjustment: undefined,
  unpay_adjustment: undefined,
};

function changeOf(kind: MovementKind): EventData['change'] {
  return CHANGES[kind];
}
