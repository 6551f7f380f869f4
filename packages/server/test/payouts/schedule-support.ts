import { createEncryption, type Secrets } from '../../src/crypto/encryption.js';
import { type PreparationLimits, preparePayoutRuns } from '../../src/features/payouts/prepare-payout-runs.js';
import { PAYOUT_DETAILS_PURPOSE } from '../../src/features/payouts/stored-details.js';
import { addMember, ask, seedUser, signIn } from '../support/management.js';
import { IBAN, openProgramWithPayee, type ProgramWithPayee } from '../support/paying.js';
import type { RunningService } from '../support/service.js';

/** Those of the service, which the job encrypts with, too. */
export const SECRETS: Secrets = { current: 'a-secret-of-the-payout-schedule-tests', previous: [] };

export const MONDAYS = { every: 'week', day: 1 };

/** Runs the job, with its part of a service, for as many programs and payouts as a test says. */
export async function prepare(
  service: Pick<RunningService, 'pool' | 'tracking'>,
  {
    pool = service.pool,
    ...limits
  }: Partial<PreparationLimits> & { readonly pool?: RunningService['pool'] } = {},
): Promise<number> {
  const { ids } = service.tracking;
  const encryption = createEncryption(SECRETS, PAYOUT_DETAILS_PURPOSE);
  const books = { seal: async () => undefined };
  return preparePayoutRuns({ pool, ids, encryption, books }, { nowMs: Date.now(), limit: 1000, ...limits });
}

/** A program with a schedule whose run was due so many days ago, and a partner who is owed 20.00. */
export async function openScheduled(
  service: RunningService,
  { daysAgo = 0, schedule = MONDAYS }: { readonly daysAgo?: number; readonly schedule?: object } = {},
) {
  const opened = await openProgramWithPayee(service);
  const { body } = await opened.team('PATCH', '', { payout_schedule: schedule });
  if (body.next_payout_at === null) throw new Error('no run is planned');
  await opened.jane.setDetails('bank', IBAN);
  await opened.jane.sell();
  await makeDue(service, opened, daysAgo);
  const member = async (role: 'admin' | 'member' | 'viewer') => {
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, opened.program.workspaceId, userId, role);
    return { userId, email, cookie: await signIn(service, email) };
  };
  return { ...opened, ...readersOf(service, opened), member };
}

/** Lets the planned time of a program's run be so many days ago. */
export async function makeDue(
  service: RunningService,
  { program }: Pick<ProgramWithPayee, 'program'>,
  daysAgo = 0,
): Promise<void> {
  await service.pool.query(
    `update programs set next_payout_at = now() - interval '1 second' - make_interval(days => $2) where id = $1`,
    [program.programId, daysAgo],
  );
}

function readersOf(service: RunningService, { team, workspace }: ProgramWithPayee) {
  return {
    /** When the next run is planned, in epoch milliseconds. */
    async nextMs(): Promise<number> {
      const { body } = await team('GET', '');
      return body.next_payout_at === null ? Number.NaN : Date.parse(body.next_payout_at);
    },
    /** The runs of the program, the oldest first, and how many payouts each has. */
    async runs(): Promise<{ id: number; by: string; payouts: number; skipped: number }[]> {
      const { body } = await team('GET', '/payout-runs');
      return body.data
        .map(
          (run: { id: number; created_by: string; totals: { payouts: number }[]; skipped: unknown[] }) => ({
            id: run.id,
            by: run.created_by,
            payouts: run.totals.reduce((sum, { payouts }) => sum + payouts, 0),
            skipped: run.skipped.length,
          }),
        )
        .reverse();
    },
    async audit(): Promise<Record<string, unknown>[]> {
      return (await workspace('GET', '/audit?action=payout_run.create')).body.data;
    },
    async told(cookie: string) {
      const { body } = await ask(service, '/api/me/notifications', { cookie });
      return body.data.filter(({ kind }: { kind: string }) => kind === 'payouts_ready');
    },
  };
}
