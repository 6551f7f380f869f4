import { EVENT_DATA, type EventData } from '@svc/contract';
import type { EventRow } from './event-row.js';

const DAY_MS = 86_400_000;
/** The id of rows that do not exist: rows are numbered from 1, and nobody has so many. */
const SAMPLE_ID = 999_999_999_999;

type Objects = Required<Omit<EventData, 'sample'>>;
/** A time so many days after the event, or before it. */
type Time = (days: number) => string;

const OF_PARTNER = { partner_id: SAMPLE_ID } as const;
const OF_LINK = { ...OF_PARTNER, link_id: SAMPLE_ID } as const;
const OF_CUSTOMER = { customer_id: SAMPLE_ID, customer_key: 'sample-customer' } as const;
const OF_SALE = { currency: 'USD', amount_cents: 4900 } as const;
const OF_COMMISSION = { currency: 'USD', amount_cents: 980 } as const;
const ORDER = 'sample-order-1';

/** Objects of a shop that sold something for 49.00, as the lists of the dashboard would show them. */
function sampleObjects(at: Time): Objects {
  return { ...sampleTracking(at), ...sampleMoney(at), ...samplePeople(at) };
}

function sampleTracking(at: Time): Pick<Objects, 'customer' | 'lead' | 'sale' | 'refund'> {
  return {
    customer: {
      id: SAMPLE_ID,
      customer_key: OF_CUSTOMER.customer_key,
      status: 'customer',
      click_id: null,
      ...OF_LINK,
      test_mode: true,
      named_by: 'server',
      created_at: at(-2),
      lead_at: at(-2),
      first_sale_id: SAMPLE_ID,
      first_sale_at: at(-1),
    },
    lead: {
      id: SAMPLE_ID,
      ...OF_CUSTOMER,
      ...OF_LINK,
      test_mode: true,
      source: 'server',
      occurred_at: at(-2),
    },
    sale: {
      id: SAMPLE_ID,
      transaction_id: ORDER,
      ...OF_SALE,
      tax_cents: 0,
      items: null,
      refunded_amount_cents: 0,
      test_mode: true,
      source: 'api',
      ...OF_CUSTOMER,
      ...OF_LINK,
      code: null,
      code_result: null,
      credit_code: null,
      commission_state: 'earned',
      commission_status: 'held',
      no_commission_code: null,
      no_commission_reason: null,
      occurred_at: at(-1),
      recorded_at: at(-1),
    },
    refund: {
      id: SAMPLE_ID,
      sale_id: SAMPLE_ID,
      refund_id: 'sample-refund-1',
      ...OF_SALE,
      source: 'api',
      occurred_at: at(0),
    },
  };
}

function sampleMoney(
  at: Time,
): Pick<Objects, 'commission' | 'change' | 'movement' | 'dispute' | 'payout' | 'adjustment'> {
  return {
    commission: {
      id: SAMPLE_ID,
      sale_id: SAMPLE_ID,
      lead_id: null,
      ...OF_PARTNER,
      ...OF_COMMISSION,
      original_amount_cents: OF_COMMISSION.amount_cents,
      status: 'held',
      hold_kind: 'manual',
      hold_reason: 'Sample',
      flags: ['fast_sale'],
      payable_at: at(29),
      payout_id: null,
      rule_id: SAMPLE_ID,
      reassigned_at: null,
      rejected_at: null,
      rejection_reason: null,
      created_at: at(-1),
      transaction_id: ORDER,
      ...OF_CUSTOMER,
      partner_name: 'Sample partner',
      sale_amount_cents: OF_SALE.amount_cents,
      sale_currency: OF_SALE.currency,
      rule_type: 'percent',
      basis_points: 2000,
    },
    change: 'hold',
    movement: { id: SAMPLE_ID, ...OF_COMMISSION, occurred_at: at(0) },
    dispute: {
      id: 'sample-dispute-1',
      payment_id: SAMPLE_ID,
      status: 'open',
      ...OF_SALE,
      reported_at: at(0),
    },
    payout: {
      id: SAMPLE_ID,
      run_id: SAMPLE_ID,
      ...OF_PARTNER,
      name: 'Sample Partner',
      method: 'bank',
      format: 'bank',
      details_problem: null,
      ...OF_COMMISSION,
      status: 'open',
      reference: null,
      created_at: at(0),
      settled_at: null,
    },
    adjustment: {
      id: SAMPLE_ID,
      ...OF_PARTNER,
      ...OF_COMMISSION,
      reason: 'Sample',
      status: 'payable',
      payable_at: at(0),
      payout_id: null,
      reverses_id: null,
      reversed_by_id: null,
      created_by: 'owner@example.com',
      created_at: at(0),
    },
  };
}

function samplePeople(at: Time): Pick<Objects, 'partner' | 'claim'> {
  return {
    partner: {
      id: SAMPLE_ID,
      enrollment_id: SAMPLE_ID,
      name: 'Sample Partner',
      email: 'partner@example.com',
      status: 'approved',
      commission: null,
      commission_scope: 'program',
      group_id: null,
      group: null,
      tags: ['newsletter'],
      application_website: null,
      application_message: null,
      has_account: true,
      application_answers: [],
      joined_at: at(-30),
    },
    claim: {
      id: SAMPLE_ID,
      ...OF_PARTNER,
      reference: ORDER,
      note: 'Sample',
      status: 'open',
      finding: 'unknown_order',
      sale_id: null,
      answer: null,
      correction: null,
      created_at: at(0),
      answered_at: null,
    },
  };
}

const NOT_HELD = { hold_kind: null, hold_reason: null } as const;

/** What is different in the objects of some types: each shows what the type is about. */
const STATES: Partial<Record<EventRow['type'], (objects: Objects, now: string) => Partial<Objects>>> = {
  'commission.created': ({ commission }) => ({
    commission: { ...commission, ...NOT_HELD, status: 'pending' },
  }),
  'commission.paid': ({ commission }) => ({
    commission: { ...commission, ...NOT_HELD, status: 'paid', payout_id: SAMPLE_ID },
  }),
  'dispute.closed': ({ dispute }) => ({ dispute: { ...dispute, status: 'won' } }),
  'partner.applied': ({ partner }) => ({ partner: { ...partner, status: 'pending' } }),
  'payout.paid': ({ payout }, settled_at) => ({
    payout: { ...payout, status: 'paid', reference: 'sample-transfer-1', settled_at },
  }),
  'payout.cancelled': ({ payout }, settled_at) => ({
    payout: { ...payout, status: 'cancelled', settled_at },
  }),
  'claim.answered': ({ claim }, answered_at) => ({
    claim: { ...claim, status: 'rejected', answer: 'Sample', answered_at },
  }),
  'customer.erased': ({ customer }) => ({
    customer: { ...customer, customer_key: 'erased-5f1c0e9a7b2d4c36' },
  }),
};

/** The data of a sample: the same for the same row. Contract 2, section 9. */
export function sampleData({ type, created_at }: Pick<EventRow, 'type' | 'created_at'>): EventData {
  const at = (days: number) => new Date(created_at.getTime() + days * DAY_MS).toISOString();
  const objects = sampleObjects(at);
  const own = { ...objects, ...STATES[type]?.(objects, at(0)) };
  const shown = Object.entries(own).filter(([name]) => EVENT_DATA[type].some((one) => one === name));
  return { sample: true, ...Object.fromEntries(shown) };
}
