import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import type { Deliverer } from '../delivery/deliverer.js';
import { matureAdjustments } from '../features/adjustments/mature-adjustments.js';
import { addMissedBreakdown } from '../features/breakdown/add-missed-breakdown.js';
import { ensureClickPartitions } from '../features/clicks/ensure-click-partitions.js';
import { removeClicksOfPrograms } from '../features/clicks/remove-clicks-of-programs.js';
import { removeOldClicks } from '../features/clicks/remove-old-clicks.js';
import { addBalanceIncrements, addCommissionIncrements } from '../features/commissions/add-increments.js';
import { matureCommissions } from '../features/commissions/mature-commissions.js';
import { tellDigests } from '../features/digests/tell-digests.js';
import { deleteOldRefusedTracking } from '../features/integration/refused-tracking.js';
import { deleteOldJobs } from '../features/jobs/stored-jobs.js';
import { deleteOldNotifications } from '../features/notifications/delete-old-notifications.js';
import { type NotificationMails, sendNotificationMails } from '../features/notifications/send-mails.js';
import { tellFirstClicks } from '../features/notifications/tell-first-clicks.js';
import { writeNotifications } from '../features/notifications/write-notifications.js';
import { encryptStoredDetails } from '../features/payouts/encrypt-stored-details.js';
import { type Preparation, preparePayoutRuns } from '../features/payouts/prepare-payout-runs.js';
import { type InvitationMails, sendInvitationMails } from '../features/people/send-invitation-mails.js';
import { addMissedTotals } from '../features/reports/add-missed-totals.js';
import { createBookServices } from '../features/seals/book-services.js';
import { sealBooks } from '../features/seals/seal-books.js';
import type { SealKeys } from '../features/seals/seal-keys.js';
import { deleteOldSecurityData } from '../features/security/delete-old-security-data.js';
import { forgetVisitors } from '../features/visitors/forget-visitors.js';
import { queueDeliveries } from '../features/webhooks/delivery-work.js';
import { removeOldDeliveries } from '../features/webhooks/remove-old-deliveries.js';
import type { IdSource } from '../ingest/ids.js';
import { deleteOldResponses } from '../operations/stored-responses.js';
import { forgetEvents } from '../payments/forget-events.js';
import type { Processor } from '../payments/processor.js';
import { createCompletion } from './completion.js';

/** Something to do again and again. `run` answers with counts of what it did, and is safe to run twice at once. */
export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<Readonly<Record<string, number>>>;
}

// Clicks wait on the embedded engine while one of these batches runs.
const MATURE_AT_ONCE = 50;
const TOTALS_AT_ONCE = 1000;
const INCREMENTS_AT_ONCE = 1000;
const FORGET_AT_ONCE = 200;
const MAILS_AT_ONCE = 20;
/** Each may hold a file. */
const LONG_JOBS_AT_ONCE = 20;
const DIGESTS_AT_ONCE = 100;
const PROGRAMS_AT_ONCE = 100;
/** How long ignored events and the bodies of processed ones are kept, and how long a refund waits for its sale. */
const KEEP_EVENTS_MS = 90 * 86_400_000;

/** All jobs there are. */
export function listJobs({
  pool,
  ids,
  processor,
  encryption,
  sealKeys,
  deliverer,
  notificationMails,
  invitationMails,
  logger,
  signal,
  clickRetentionMonths,
  now,
}: {
  readonly pool: Pool;
  readonly ids: IdSource;
  readonly processor: Pick<Processor, 'reconcilePayments'>;
  readonly encryption: Encryption;
  readonly sealKeys: SealKeys;
  readonly deliverer: Pick<Deliverer, 'encryptSecrets'>;
  /** null: there is no email server, and nobody would read them. */
  readonly notificationMails: NotificationMails | null;
  readonly invitationMails: InvitationMails;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** null: clicks are kept for ever. */
  readonly clickRetentionMonths: number | null;
  readonly now: Now;
}): readonly Job[] {
  const complete = createCompletion({ pool, ids, logger, now });
  /** Repeats bounded batches until one is not full. */
  const drain: Drain = async (limit, step) => {
    let total = 0;
    for (let done = limit; done >= limit && !signal.aborted; total += done) done = await step();
    return total;
  };
  return [
    mature('mature-commissions', matureCommissions, { pool, ids, now }, drain),
    mature('mature-adjustments', matureAdjustments, { pool, ids, now }, drain),
    { name: 'complete-commissions', everySeconds: 10, run: () => complete(signal) },
    {
      name: 'add-missed-totals',
      everySeconds: 10,
      run: async () => ({
        added: await drain(TOTALS_AT_ONCE, () => addMissedTotals(pool, { limit: TOTALS_AT_ONCE })),
      }),
    },
    addIncrements(pool, drain),
    addBreakdown(pool, drain),
    {
      name: 'reconcile-payments',
      everySeconds: 5,
      run: async () => ({ reconciled: await processor.reconcilePayments() }),
    },
    preparePayouts({ pool, ids, encryption, sealKeys, signal, now }, drain),
    sealNew(pool, sealKeys, signal),
    ...deletionJobs(pool, now, drain),
    encryptPayoutDetails(pool, encryption, signal),
    ...webhookJobs(pool, deliverer, drain),
    ...notificationJobs(pool, { notificationMails, invitationMails }, { signal, now }, drain),
    {
      name: 'ensure-click-partitions',
      everySeconds: 3600,
      run: async () => ({ made: await ensureClickPartitions(pool, { fromMs: now() }) }),
    },
    removeOwnClicks(pool, signal),
    ...(clickRetentionMonths === null ? [] : [removeClicks(pool, clickRetentionMonths, logger, signal)]),
  ];
}

/** Makes payable what is pending and due. */
function mature(
  name: string,
  matureDue: typeof matureCommissions,
  { pool, ids, now }: { readonly pool: Pool; readonly ids: IdSource; readonly now: Now },
  drain: Drain,
): Job {
  const limit = MATURE_AT_ONCE;
  return {
    name,
    everySeconds: 10,
    run: async () => ({
      matured: await drain(limit, () => matureDue(pool, ids, { nowMs: now(), limit })),
    }),
  };
}

/** Makes the payout runs that schedules have planned. */
function preparePayouts(
  {
    sealKeys,
    now,
    ...parts
  }: Omit<Preparation, 'books'> & { readonly sealKeys: SealKeys; readonly now: Now },
  drain: Drain,
): Job {
  const limit = PROGRAMS_AT_ONCE;
  const preparation = { ...parts, books: createBookServices(parts.pool, sealKeys) };
  return {
    name: 'prepare-payout-runs',
    everySeconds: 60,
    run: async () => ({
      programs: await drain(limit, () => preparePayoutRuns(preparation, { nowMs: now(), limit })),
    }),
  };
}

/** Seals what was written since the last time. */
function sealNew(pool: Pool, keys: SealKeys, signal: AbortSignal): Job {
  return {
    name: 'seal-books',
    everySeconds: 60,
    run: async () => ({ made: await sealBooks(pool, { keys, signal }) }),
  };
}

/** Removes clicks that their programs do not keep. */
function removeOwnClicks(pool: Pool, signal: AbortSignal): Job {
  return {
    name: 'remove-clicks-of-programs',
    everySeconds: 3600,
    run: async () => ({ removed: await removeClicksOfPrograms(pool, { signal }) }),
  };
}

/** Adds what changed to the sums of commissions and the balances of partners. */
function addIncrements(pool: Pool, drain: Drain): Job {
  const limit = INCREMENTS_AT_ONCE;
  return {
    name: 'add-increments',
    everySeconds: 10,
    run: async () => ({
      commissions: await drain(limit, () => addCommissionIncrements(pool, { limit })),
      balances: await drain(limit, () => addBalanceIncrements(pool, { limit })),
    }),
  };
}

/** Adds what could not be added to the breakdown at once. */
function addBreakdown(pool: Pool, drain: Drain): Job {
  return {
    name: 'add-missed-breakdown',
    everySeconds: 10,
    run: async () => ({
      added: await drain(TOTALS_AT_ONCE, () => addMissedBreakdown(pool, { limit: TOTALS_AT_ONCE })),
    }),
  };
}

/** Removes months of clicks, and says of each in the log that it is gone. */
function removeClicks(pool: Pool, keepMonths: number, logger: Logger, signal: AbortSignal): Job {
  const name = 'remove-old-clicks';
  const onRemoved = (month: string) => logger.info({ job: name, month }, 'clicks of a month removed');
  return {
    name,
    everySeconds: 3600,
    run: async () => {
      const { isPostponed } = await removeOldClicks(pool, { keepMonths, signal, onRemoved });
      return { postponed: isPostponed ? 1 : 0 };
    },
  };
}

/** Encrypts what a process that still has the old secret wrote after this one had started. */
function encryptPayoutDetails(pool: Pool, encryption: Encryption, signal: AbortSignal): Job {
  return {
    name: 'encrypt-payout-details',
    everySeconds: 3600,
    run: async () => {
      const { encrypted } = await encryptStoredDetails(pool, encryption, {
        outdated: 'plain or old secret',
        signal,
      });
      return { encrypted };
    },
  };
}

/** What webhooks need besides being served. */
function webhookJobs(pool: Pool, deliverer: Pick<Deliverer, 'encryptSecrets'>, drain: Drain): Job[] {
  return [
    {
      name: 'queue-deliveries',
      everySeconds: 10,
      run: async () => ({ queued: (await queueDeliveries(pool, 'all')) ? 1 : 0 }),
    },
    {
      name: 'encrypt-webhook-secrets',
      everySeconds: 3600,
      run: async () => ({ encrypted: (await deliverer.encryptSecrets()).encrypted }),
    },
    {
      name: 'remove-old-deliveries',
      everySeconds: 600,
      run: async () => ({
        removed: await drain(FORGET_AT_ONCE, () => removeOldDeliveries(pool, FORGET_AT_ONCE)),
      }),
    },
  ];
}

/** Tells people what happened, and forgets it after a while; invites those who were invited together. */
function notificationJobs(
  pool: Pool,
  {
    notificationMails: mails,
    invitationMails,
  }: { readonly notificationMails: NotificationMails | null; readonly invitationMails: InvitationMails },
  { signal, now }: { readonly signal: AbortSignal; readonly now: Now },
  drain: Drain,
): Job[] {
  return [
    {
      name: 'write-notifications',
      everySeconds: 5,
      run: async () => ({ written: await writeNotifications(pool, { signal }) }),
    },
    {
      name: 'tell-first-clicks',
      everySeconds: 30,
      run: async () => ({ written: await tellFirstClicks(pool) }),
    },
    {
      name: 'send-invitation-mails',
      everySeconds: 5,
      run: async () => ({
        sent: await drain(MAILS_AT_ONCE, () => sendInvitationMails(pool, invitationMails, MAILS_AT_ONCE)),
      }),
    },
    {
      name: 'send-waiting-emails',
      everySeconds: 5,
      run: async () => ({ sent: (await invitationMails.mailer.sendWaiting?.()) ?? 0 }),
    },
    {
      name: 'tell-weekly-digests',
      everySeconds: 60,
      run: async () => ({
        told: await drain(DIGESTS_AT_ONCE, () => tellDigests(pool, { nowMs: now(), limit: DIGESTS_AT_ONCE })),
      }),
    },
    ...(mails === null
      ? []
      : [
          {
            name: 'send-notification-mails',
            everySeconds: 5,
            run: async () => ({
              sent: await drain(MAILS_AT_ONCE, () => sendNotificationMails(pool, mails, MAILS_AT_ONCE)),
            }),
          },
        ]),
    {
      name: 'delete-old-notifications',
      everySeconds: 3600,
      run: async () => ({
        deleted: await drain(FORGET_AT_ONCE, () => deleteOldNotifications(pool, FORGET_AT_ONCE)),
      }),
    },
  ];
}

type Drain = (limit: number, step: () => Promise<number>) => Promise<number>;

/** What removes rows that are no longer needed. */
function deletionJobs(pool: Pool, now: Now, drain: Drain): Job[] {
  return [
    {
      name: 'forget-processor-events',
      everySeconds: 600,
      run: async () => ({
        forgotten: await drain(FORGET_AT_ONCE, () =>
          forgetEvents(pool, now() - KEEP_EVENTS_MS, FORGET_AT_ONCE),
        ),
      }),
    },
    {
      name: 'delete-old-responses',
      everySeconds: 600,
      run: async () => ({
        removed: await drain(FORGET_AT_ONCE, () => deleteOldResponses(pool, FORGET_AT_ONCE)),
      }),
    },
    {
      name: 'delete-old-long-jobs',
      everySeconds: 600,
      run: async () => ({
        removed: await drain(LONG_JOBS_AT_ONCE, () => deleteOldJobs(pool, LONG_JOBS_AT_ONCE)),
      }),
    },
    {
      name: 'delete-old-security-data',
      everySeconds: 600,
      run: async () => ({
        removed: await drain(FORGET_AT_ONCE, () => deleteOldSecurityData(pool, FORGET_AT_ONCE)),
      }),
    },
    {
      name: 'delete-old-refused-tracking',
      everySeconds: 3600,
      run: async () => ({ removed: await deleteOldRefusedTracking(pool) }),
    },
    {
      name: 'forget-visitors',
      everySeconds: 600,
      run: async () => ({ removed: await forgetVisitors(pool) }),
    },
  ];
}
