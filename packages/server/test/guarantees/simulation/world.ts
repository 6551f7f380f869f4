import type { Pool } from 'pg';
import type { Engine } from '../../../src/database/open.js';
import type { Tracking } from '../../../src/ingest/index.js';
import type { Random } from '../../support/random.js';
import { seedLink, seedPartner, seedProgram, seedWorkspace } from '../../support/seed.js';
import { type EnrollmentState, emptyModel, type LinkState, type Model, type ProgramState } from './model.js';

/** A simulated world: the service, the model of what it must know, and a clock of their own. */
export interface World {
  readonly engine: Engine;
  readonly random: Random;
  readonly pool: Pool;
  tracking: Tracking;
  readonly model: Model;
  nowMs: number;
  /** While it holds, the database takes no commission. */
  isRefusingCommissions: boolean;
  /** How often a step of a batch fails while this is above 0. */
  faultRate: number;
  /** Faults of the batch under way. */
  faults: number;
  /** Names not used yet. */
  nextNumber: number;
}

const HOLD_DAYS = { USD: 14, EUR: 0, JPY: 3 };
const WINDOW_DAYS = { USD: 30, EUR: 60, JPY: 7 };

async function addProgram(
  pool: Pool,
  model: Model,
  workspaceId: number,
  currency: keyof typeof HOLD_DAYS,
  origins: readonly string[],
): Promise<void> {
  const holdDays = HOLD_DAYS[currency];
  const windowDays = WINDOW_DAYS[currency];
  const seeded = await seedProgram(pool, {
    workspaceId,
    currency,
    holdDays,
    cookieWindowDays: windowDays,
    origins,
    rule: { type: 'percent', basisPoints: 2000, amountCents: null, durationMonths: null },
  });
  const rule = {
    id: seeded.ruleId ?? 0,
    type: 'percent',
    basisPoints: 2000,
    flatCents: 0,
    months: null,
  } as const;
  const program: ProgramState = {
    id: seeded.programId,
    workspaceId,
    currency,
    windowDays,
    holdDays,
    origins,
    leadSource: 'any',
    rule,
  };
  model.programs.push(program);
  const { enrollmentId, partnerId, linkId, shortLink } = seeded;
  const first: EnrollmentState = { id: enrollmentId, program, partnerId, status: 'approved', rule: null };
  model.enrollments.push(first);
  addLink(model, linkId, shortLink, first);
  for (let partner = 0; partner < 2; partner++) {
    const joined = await seedPartner(pool, seeded);
    const enrollment: EnrollmentState = {
      id: joined.enrollmentId,
      program,
      partnerId: joined.partnerId,
      status: 'approved',
      rule: null,
    };
    model.enrollments.push(enrollment);
    for (let number = 0; number < 2; number++) {
      const link = await seedLink(pool, { workspaceId, programId: program.id, partnerId: joined.partnerId });
      addLink(model, link.linkId, link.shortLink, enrollment);
    }
  }
}

function addLink(model: Model, id: number, shortLink: string, enrollment: LinkState['enrollment']): void {
  const affiliateUrl = `https://shop.test/?aff=${shortLink}`;
  model.links.push({ id, key: shortLink.toLowerCase(), affiliateUrl, enrollment });
}

/** Two workspaces with three programs, nine partners, fifteen links, and one link that leads nowhere. */
export async function seedWorld(pool: Pool): Promise<Model> {
  const model = emptyModel();
  const first = await seedWorkspace(pool);
  const second = await seedWorkspace(pool);
  await addProgram(pool, model, first, 'USD', ['https://one.test', 'https://both.test']);
  await addProgram(pool, model, first, 'EUR', ['https://both.test']);
  await addProgram(pool, model, second, 'JPY', ['https://other.test']);
  const orphan = await seedLink(pool, { workspaceId: first });
  addLink(model, orphan.linkId, orphan.shortLink, null);
  return model;
}
