import {
  DueAnswer,
  PageQuery,
  PayoutFilePage,
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
import { runChange } from '../../operations/audit/change.js';
import { cancelPayout } from '../../operations/payouts/cancel-payout.js';
import { createPayoutRun } from '../../operations/payouts/create-payout-run.js';
import { listPayoutFiles } from '../../operations/payouts/list-payout-files.js';
import { listPayouts, listPayoutsOfRun } from '../../operations/payouts/list-payouts.js';
import { markPayoutPaid, markRunPaid } from '../../operations/payouts/mark-paid.js';
import { readDue } from '../../operations/payouts/read-due.js';
import { listPayoutRuns, readPayoutRun } from '../../operations/payouts/read-payout-run.js';
import { writePayoutFile } from '../../operations/payouts/write-payout-file.js';
import { readKnownProgram } from '../../operations/programs/read-program.js';
import { RefusedError } from '../errors.js';
import { numberOf } from './programs.js';
import { type Call, list, type ManagedRoute, read, write } from './routes.js';

const PROGRAM = '/api/programs/:programId';

/** The run that a path names. */
const runOf = (call: Call) => ({
  programId: call.programId,
  runId: call.id(),
  encryption: call.context.encryption,
});

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
      listPayouts(
        call.pool,
        {
          programId: call.programId,
          partnerId: numberOf(call.query.partner_id),
          encryption: call.context.encryption,
        },
        page,
      ),
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
    summary:
      'Create an open payout for each partner who is due, or for some of them; skips partners whose payout details changed',
    body: PayoutRunCreate,
    answer: PayoutRunDetail,
    errors: ['nothing_due'],
    change: (client, call) =>
      createPayoutRun(client, call.context.tracking.ids, {
        programId: call.programId,
        currency: call.body.currency ?? null,
        partnerIds: call.body.partner_ids ?? null,
        createdBy: call.actor.email,
        encryption: call.context.encryption,
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
      return { ...run, payouts: await listPayoutsOfRun(call.pool, runOf(call)) };
    },
  }),
  read({
    url: `${PROGRAM}/payout-runs/:id/file`,
    permission: 'payout:write',
    summary: 'The open payouts of a run in one payment file, as CSV; each download is recorded',
    query: PayoutFileQuery,
    answer: PayoutRunDetail,
    type: 'text/csv',
    errors: ['payout_details_unreadable'],
    read: async (call) => {
      const { format = 'bank' } = call.query;
      const run = runOf(call);
      const by = { actor: call.actor, action: 'payout_run.file', place: call.scope };
      const file = await runChange(call.pool, by, (client) =>
        writePayoutFile(client, { ...run, format, createdBy: call.actor.email }),
      );
      const name = `payouts-${run.runId}-${format}.csv`;
      call.reply.header('content-disposition', `attachment; filename="${name}"`);
      return file;
    },
  }),
  list({
    name: 'payout-files',
    url: `${PROGRAM}/payout-runs/:id/files`,
    permission: 'report:read',
    summary: 'The payment files of a run that were downloaded: who, when, SHA-256 and payouts',
    query: PageQuery,
    answer: PayoutFilePage,
    positionLength: 2,
    list: (call, page) => listPayoutFiles(call.pool, runOf(call), page),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payout-runs/:id/pay`,
    permission: 'payout:write',
    action: 'payout_run.pay',
    summary: 'Mark the open payouts of a run as paid; with a format, only those of that payment file',
    body: PayoutPay,
    answer: PayoutRunPaid,
    change: (client, call) => markRunPaid(client, runOf(call), call.body),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/payouts/:id/pay`,
    permission: 'payout:write',
    action: 'payout.pay',
    summary: 'Mark an open payout as paid',
    body: PayoutPay,
    answer: PayoutItem,
    errors: ['payout_status', 'payout_other_format'],
    change: (client, call) =>
      markPayoutPaid(
        client,
        { programId: call.programId, payoutId: call.id(), encryption: call.context.encryption },
        call.body,
      ),
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
        encryption: call.context.encryption,
        nowMs: call.nowMs,
      }),
  }),
];
