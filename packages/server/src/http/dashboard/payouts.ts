import {
  DueAnswer,
  PageQuery,
  PayoutFileQuery,
  PayoutItem,
  PayoutPage,
  PayoutPay,
  PayoutQuery,
  PayoutRunCreate,
  PayoutRunDetail,
  PayoutRunPage,
  PayoutRunPaid,
} from '@svc/contract';
import { cancelPayout } from '../../operations/payouts/cancel-payout.js';
import { createPayoutRun } from '../../operations/payouts/create-payout-run.js';
import { listPayouts, listPayoutsOfRun } from '../../operations/payouts/list-payouts.js';
import { markPayoutPaid, markRunPaid } from '../../operations/payouts/mark-paid.js';
import { readPayoutFile } from '../../operations/payouts/payout-file.js';
import { readDue } from '../../operations/payouts/read-due.js';
import { listPayoutRuns, readPayoutRun } from '../../operations/payouts/read-payout-run.js';
import { readKnownProgram } from '../../operations/programs/read-program.js';
import { RefusedError } from '../errors.js';
import { numberOf } from './programs.js';
import { list, type ManagedRoute, read, write } from './routes.js';

const PROGRAM = '/api/programs/:programId';

/** What is due, and paying it. */
export const PAYOUT_ROUTES: readonly ManagedRoute[] = [
  read({
    url: `${PROGRAM}/payouts/due`,
    permission: 'report:read',
    summary: 'What is due to each partner, per currency',
    answer: DueAnswer,
    read: async (call) => {
      const program = await readKnownProgram(call.pool, call.programId);
      return { minimum_cents: program.minimum_payout_cents, data: await readDue(call.pool, call.programId) };
    },
  }),
  list({
    name: 'payouts',
    url: `${PROGRAM}/payouts`,
    permission: 'report:read',
    summary: 'Payouts of a program',
    query: PayoutQuery,
    answer: PayoutPage,
    positionLength: 2,
    list: (call, page) =>
      listPayouts(call.pool, { programId: call.programId, partnerId: numberOf(call.query.partner_id) }, page),
  }),
  list({
    name: 'payout-runs',
    url: `${PROGRAM}/payout-runs`,
    permission: 'report:read',
    summary: 'Payout runs of a program',
    query: PageQuery,
    answer: PayoutRunPage,
    positionLength: 2,
    list: (call, page) => listPayoutRuns(call.pool, call.programId, page),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payout-runs`,
    permission: 'payout:write',
    action: 'payout_run.create',
    summary: 'Make an open payout for everybody who is due, or for some of them',
    body: PayoutRunCreate,
    answer: PayoutRunDetail,
    errors: ['nothing_due'],
    change: (client, call) =>
      createPayoutRun(client, call.context.tracking.ids, {
        programId: call.programId,
        currency: call.body.currency ?? null,
        partnerIds: call.body.partner_ids ?? null,
        createdBy: call.actor.email,
        nowMs: call.nowMs,
      }),
  }),
  read({
    url: `${PROGRAM}/payout-runs/:id`,
    permission: 'report:read',
    summary: 'A payout run with its payouts',
    answer: PayoutRunDetail,
    read: async (call) => {
      const run = await readPayoutRun(call.pool, call.programId, call.id());
      if (run === null) throw new RefusedError('not_found');
      return { ...run, payouts: await listPayoutsOfRun(call.pool, call.programId, call.id()) };
    },
  }),
  read({
    url: `${PROGRAM}/payout-runs/:id/file`,
    permission: 'payout:write',
    summary: 'The open payouts of a run to be paid this way, as a CSV file: each is in one of the three',
    query: PayoutFileQuery,
    answer: PayoutRunDetail,
    type: 'text/csv',
    read: async (call) => {
      const { format = 'bank' } = call.query;
      const of = { programId: call.programId, runId: call.id() };
      const file = await readPayoutFile(call.pool, of, format);
      if (file === null) throw new RefusedError('not_found');
      const name = `payouts-${of.runId}-${format}.csv`;
      call.reply.header('content-disposition', `attachment; filename="${name}"`);
      return file;
    },
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payout-runs/:id/pay`,
    permission: 'payout:write',
    action: 'payout_run.pay',
    summary: 'Say that the money of every open payout of a run was sent',
    body: PayoutPay,
    answer: PayoutRunPaid,
    change: (client, call) =>
      markRunPaid(client, { programId: call.programId, runId: call.id() }, call.body.reference),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payouts/:id/pay`,
    permission: 'payout:write',
    action: 'payout.pay',
    summary: 'Say that the money of a payout was sent',
    body: PayoutPay,
    answer: PayoutItem,
    errors: ['payout_status'],
    change: (client, call) =>
      markPayoutPaid(client, { programId: call.programId, payoutId: call.id() }, call.body.reference),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payouts/:id/cancel`,
    permission: 'payout:write',
    action: 'payout.cancel',
    summary: 'Cancel an open payout: what it paid is payable again',
    answer: PayoutItem,
    errors: ['payout_status'],
    change: (client, call) =>
      cancelPayout(client, call.context.tracking.ids, {
        programId: call.programId,
        payoutId: call.id(),
        nowMs: call.nowMs,
      }),
  }),
];
