import { createHash } from 'node:crypto';
import { migrate } from '../packages/server/src/database/migrate.js';
import { type Database, openDatabase } from '../packages/server/src/database/open.js';
import { withTransaction } from '../packages/server/src/database/transaction.js';
import { ensureClickPartitions } from '../packages/server/src/features/clicks/ensure-click-partitions.js';
import { holdCommission } from '../packages/server/src/features/commissions/hold-commission.js';
import { matureCommissions } from '../packages/server/src/features/commissions/mature-commissions.js';
import { findApiKey } from '../packages/server/src/features/keys/find-api-key.js';
import { createPayoutRun } from '../packages/server/src/features/payouts/create-payout-run.js';
import { markPayoutRunPaid } from '../packages/server/src/features/payouts/mark-payout-run-paid.js';
import { acceptInvitation } from '../packages/server/src/features/people/accept-invitation.js';
import { insertInvitation } from '../packages/server/src/features/people/insert-invitation.js';
import { createTracking, type Tracking } from '../packages/server/src/ingest/index.js';
import { RefusedError } from '../packages/server/src/operations/refused-error.js';
import { runOperation } from '../packages/server/src/operations/run-operation.js';
import type { Services } from '../packages/server/src/operations/services.js';
import { applyProvision, parseProvisionFile } from '../packages/server/src/provision/index.js';
import { type CommandContext, passwords } from '../packages/server/src/service/commands.js';
import { makeClaim, makeCodes, ownerIn, takeApplication } from './by-hand.js';
import { CAST, type Cast, OWNER, PARTNER, TIDYDESK } from './cast.js';
import { DAY_MS, generateHistory, HISTORY_DAYS, type ServerCaller } from './history.js';
import { createPlayer, type Played } from './play.js';
import { provisionText } from './provision.js';
import { demoServices } from './services.js';

const SEED = 'svc demo';
const MATURE_AT_ONCE = 1000;
/** Partners are paid in the morning of these days of the history. */
const PAYDAYS = [45, 75];
const SUSPENSION_DAYS = CAST.flatMap((program) =>
  program.parts.flatMap(({ suspendedOnDay }) => suspendedOnDay ?? []),
);

export interface FillOptions {
  readonly dataDir: string;
  readonly logger: CommandContext['logger'];
  readonly nowMs: number;
  /** Called when the database is ready. */
  readonly onStart: () => void;
  /** Called after each day of the history. */
  readonly onDay: (day: number) => void;
}

/** What the history came to. */
export interface Filled {
  readonly played: Played;
  readonly payouts: number;
  /** The program of the tour. */
  readonly programId: number;
}

interface Stage {
  readonly pool: Database['pool'];
  readonly tracking: Tracking;
  readonly callers: ReadonlyMap<string, ServerCaller>;
  readonly services: Services;
}

/**
 * Makes the demo workspace in an empty embedded database and plays ninety days through the service's own pipeline and
 * operations, day after day as a running service would: what is due matures every night, partners are paid twice, one
 * is suspended, and commissions are held for a look at them. Somebody applies, and a partner claims an order.
 */
export async function fillDemo({ dataDir, logger, nowMs, onStart, onDay }: FillOptions): Promise<Filled> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (HISTORY_DAYS - 1) * DAY_MS;
  const { pool, engine, close } = await openDatabase({ dataDir });
  try {
    await migrate(pool);
    await ensureClickPartitions(pool, { fromMs: startMs, toMs: nowMs });
    await provisionDemo(pool, 0);
    // Who brought the first sales joined before them.
    await pool.query(
      "update enrollments set created_at = to_timestamp($1::float8 / 1000) where status = 'approved'",
      [startMs],
    );
    const callers = await findCallers(pool);
    onStart();
    const tracking = createTracking({ pool, engine, logger });
    const commands = generateHistory({ seed: SEED, startMs, endMs: nowMs, callers });
    const player = createPlayer(tracking, commands);
    const stage: Stage = { pool, tracking, callers, services: demoServices({ pool, tracking, logger }) };
    for (const program of CAST)
      await makeCodes({ ...stage, caller: demoCaller(callers, program.name) }, program);
    let payouts = 0;
    for (let day = 0; day < HISTORY_DAYS; day++) {
      const dayMs = startMs + day * DAY_MS;
      if (SUSPENSION_DAYS.includes(day)) await provisionDemo(pool, day, tracking);
      await matureUntil(stage, dayMs);
      if (PAYDAYS.includes(day)) payouts += await payEverybody(stage, dayMs);
      await player.until(dayMs + DAY_MS);
      onDay(day + 1);
    }
    await matureUntil(stage, nowMs);
    await acceptAsPartner(stage);
    for (const program of CAST.slice(0, 2)) await holdLargestCommission(stage, program, nowMs);
    const tidydesk = { ...stage, caller: demoCaller(callers, TIDYDESK.name) };
    await takeApplication(tidydesk);
    await makeClaim(tidydesk);
    await tracking.close();
    return { played: player.played, payouts, programId: tidydesk.caller.programId };
  } finally {
    await close();
  }
}

async function provisionDemo(pool: Database['pool'], day: number, tracking?: Tracking): Promise<void> {
  await applyProvision(pool, parseProvisionFile(provisionText({ day })), { passwords, isForced: false });
  tracking?.forgetCatalog();
}

/** Who the programs' servers are to the pipeline, by the keys they send. */
async function findCallers(pool: Database['pool']): Promise<Map<string, ServerCaller>> {
  const callers = new Map<string, ServerCaller>();
  for (const { name, apiToken } of CAST) {
    const key = await findApiKey(pool, createHash('sha256').update(apiToken).digest('hex'));
    if (key === null) throw new Error(`the API key of ${name} is missing`);
    callers.set(name, { mode: 'server', programId: key.programId, workspaceId: key.workspaceId });
  }
  return callers;
}

async function matureUntil({ pool, tracking }: Stage, nowMs: number): Promise<void> {
  for (let count = MATURE_AT_ONCE; count === MATURE_AT_ONCE; ) {
    count = await matureCommissions(pool, tracking.ids, { nowMs, limit: MATURE_AT_ONCE });
  }
}

async function payEverybody({ services, callers }: Stage, dayMs: number): Promise<number> {
  const nowMs = dayMs + DAY_MS / 3;
  const reference = `Transfer ${new Date(nowMs).toISOString().slice(0, 10)}`;
  let count = 0;
  for (const { name } of CAST) {
    const asOwner = { services, ...ownerIn(demoCaller(callers, name)), nowMs };
    const run = await runOperation(createPayoutRun, asOwner).catch(nullIfNothingDue);
    if (run === null) continue;
    await runOperation(markPayoutRunPaid, { ...asOwner, params: { id: run.id }, input: { reference } });
    count += run.payouts.length;
  }
  return count;
}

/** A program with a long hold or a high minimum has nothing to pay in its first weeks. */
function nullIfNothingDue(error: unknown): null {
  if (error instanceof RefusedError && error.code === 'nothing_due') return null;
  throw error;
}

/** The partner accepts an invitation, as one who got the mail does, and can sign in from then on. */
async function acceptAsPartner({ pool, services, callers }: Stage): Promise<void> {
  const { workspaceId } = demoCaller(callers, TIDYDESK.name);
  const { email, name, password } = PARTNER;
  const { rows } = await pool.query<{ id: number }>(
    'select id from partners where workspace_id = $1 and email = $2',
    [workspaceId, email],
  );
  const partnerId = rows[0]?.id ?? null;
  const invitation = { workspaceId, email, role: null, partnerId, invitedBy: OWNER.email, byEmail: true };
  const { token } = await withTransaction(pool, (client) => insertInvitation(client, invitation));
  const actor = { userId: null, email };
  await runOperation(acceptInvitation, { services, actor, scope: null, input: { token, name, password } });
}

async function holdLargestCommission(
  { pool, services, callers }: Stage,
  { name }: Cast,
  nowMs: number,
): Promise<void> {
  const caller = demoCaller(callers, name);
  const { rows } = await pool.query<{ id: number }>(
    `select id from (select * from commissions where program_id = $1 order by created_at desc, id desc limit 200) newest
      where status = 'pending' order by amount_cents desc, created_at desc, id desc limit 1`,
    [caller.programId],
  );
  const [largest] = rows;
  if (largest === undefined) return;
  await runOperation(holdCommission, {
    services,
    ...ownerIn(caller),
    params: { id: largest.id },
    input: { reason: 'Under review: several orders from one household.' },
    nowMs,
  });
}

function demoCaller(callers: Stage['callers'], name: string): ServerCaller {
  const caller = callers.get(name);
  if (caller === undefined) throw new Error(`the program ${name} is missing`);
  return caller;
}
