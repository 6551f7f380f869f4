import {
  ClaimAnswerInput,
  ClaimItem,
  ClaimPage,
  ClaimQuery,
  CommissionBulk,
  CommissionBulkAnswer,
  CommissionHold,
  CommissionItem,
  CommissionPage,
  CommissionQuery,
  CommissionTotals,
  CommissionTotalsQuery,
  CustomerDetail,
  CustomerPage,
  CustomerQuery,
  EventPage,
  EventQuery,
  SalePage,
  SaleQuery,
} from '@svc/contract';
import type { Static } from 'typebox';
import { answerClaim } from '../../operations/claims/answer-claim.js';
import { listClaims } from '../../operations/claims/list-claims.js';
import { changeHold, changeHolds } from '../../operations/commissions/change-hold.js';
import type { CommissionFilter } from '../../operations/commissions/commission-filter.js';
import { readCommissionTotals } from '../../operations/commissions/commission-totals.js';
import { readCustomer } from '../../operations/customers/read-customer.js';
import { listCommissions } from '../../operations/list-commissions.js';
import { listCustomers } from '../../operations/list-customers.js';
import { listEvents } from '../../operations/list-events.js';
import { listSales } from '../../operations/list-sales.js';
import { RefusedError } from '../errors.js';
import { readPeriod } from './days.js';
import { numberOf } from './programs.js';
import { type Call, list, type ManagedRoute, read, write } from './routes.js';

const PROGRAM = '/api/programs/:programId';

function commissionFilterOf({
  programId,
  query,
}: Pick<Call<Static<typeof CommissionTotalsQuery>>, 'programId' | 'query'>): CommissionFilter {
  return {
    programId,
    partnerId: numberOf(query.partner_id),
    customerKey: query.customer_key ?? null,
    status: query.status ?? null,
    currency: query.currency ?? null,
    ...readPeriod(query),
  };
}

/** What happened in a program, and what was earned by it. */
export const MONEY_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'customers',
    url: `${PROGRAM}/customers`,
    permission: 'report:read',
    summary: 'Customers of a program',
    query: CustomerQuery,
    answer: CustomerPage,
    positionLength: 2,
    list: (call, page) =>
      listCustomers(
        call.pool,
        {
          programId: call.programId,
          customerKey: call.query.customer_key ?? null,
          partnerId: numberOf(call.query.partner_id),
        },
        page,
      ),
  }),
  read({
    url: `${PROGRAM}/customers/:id`,
    permission: 'report:read',
    summary: 'A customer with all that happened, the oldest first',
    answer: CustomerDetail,
    read: async (call) => {
      const customer = await readCustomer(call.pool, call.programId, call.id());
      if (customer === null) throw new RefusedError('not_found');
      return customer;
    },
  }),
  list({
    name: 'events',
    url: `${PROGRAM}/events`,
    permission: 'report:read',
    summary: 'Clicks, leads, sales and refunds of a program in one list',
    query: EventQuery,
    answer: EventPage,
    positionLength: 3,
    list: (call, page) =>
      listEvents(call.pool, { programId: call.programId, type: call.query.type ?? null }, page),
  }),
  list({
    name: 'sales',
    url: `${PROGRAM}/sales`,
    permission: 'report:read',
    summary: 'Sales of a program',
    query: SaleQuery,
    answer: SalePage,
    positionLength: 2,
    list: (call, page) =>
      listSales(
        call.pool,
        {
          programId: call.programId,
          partnerId: numberOf(call.query.partner_id),
          customerId: numberOf(call.query.customer_id),
          reference: call.query.transaction_id ?? null,
        },
        page,
      ),
  }),
  list({
    name: 'commissions',
    url: `${PROGRAM}/commissions`,
    permission: 'report:read',
    summary: 'Commissions of a program',
    query: CommissionQuery,
    answer: CommissionPage,
    errors: ['from_invalid', 'to_invalid'],
    positionLength: 2,
    list: (call, page) => listCommissions(call.pool, commissionFilterOf(call), page),
  }),
  read({
    url: `${PROGRAM}/commissions/totals`,
    permission: 'report:read',
    summary: 'What is left of commissions, by currency and status',
    query: CommissionTotalsQuery,
    answer: CommissionTotals,
    errors: ['from_invalid', 'to_invalid'],
    read: async (call) => ({ data: await readCommissionTotals(call.pool, commissionFilterOf(call)) }),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/commissions/:id/hold`,
    permission: 'commission:write',
    action: 'commission.hold',
    summary: 'Hold a pending or payable commission back',
    body: CommissionHold,
    answer: CommissionItem,
    errors: ['commission_status'],
    change: (client, call) => {
      const { programId, nowMs, body } = call;
      const change = { programId, action: 'hold' as const, reason: body.reason, nowMs };
      return changeHold(client, call.context.tracking.ids, change, call.id());
    },
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/commissions/:id/release`,
    permission: 'commission:write',
    action: 'commission.release',
    summary: 'Let a held commission go',
    answer: CommissionItem,
    errors: ['commission_status'],
    change: (client, call) => {
      const change = {
        programId: call.programId,
        action: 'release' as const,
        reason: '',
        nowMs: call.nowMs,
      };
      return changeHold(client, call.context.tracking.ids, change, call.id());
    },
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/commissions/bulk`,
    permission: 'commission:write',
    action: 'commission.bulk',
    summary: 'Hold or release many commissions, each with its own result',
    body: CommissionBulk,
    answer: CommissionBulkAnswer,
    change: (client, call) => {
      const { action, ids, reason } = call.body;
      if (action === 'hold' && reason === undefined) throw new RefusedError('field_required', 'reason');
      const change = { programId: call.programId, action, reason: reason ?? '', nowMs: call.nowMs };
      return changeHolds(client, call.context.tracking.ids, change, ids);
    },
  }),
  list({
    name: 'claims',
    url: `${PROGRAM}/claims`,
    permission: 'report:read',
    summary: 'Sales that partners say are missing, with what the books say',
    query: ClaimQuery,
    answer: ClaimPage,
    positionLength: 2,
    list: (call, page) =>
      listClaims(
        call.pool,
        { programId: call.programId, partnerId: null, status: call.query.status ?? null },
        page,
      ),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/claims/:id/answer`,
    permission: 'partner:write',
    action: 'claim.answer',
    summary: 'Answer a claim',
    body: ClaimAnswerInput,
    answer: ClaimItem,
    errors: ['claim_answered'],
    change: (client, call) =>
      answerClaim(client, { programId: call.programId, claimId: call.id() }, call.body),
  }),
];
