import type { Pool } from 'pg';
import { createClaim } from '../packages/server/src/features/claims/create-claim.js';
import { createCode } from '../packages/server/src/features/codes/create-code.js';
import { applyToProgram } from '../packages/server/src/features/partners/apply-to-program.js';
import { updateProgram } from '../packages/server/src/features/programs/update-program.js';
import type { Actor } from '../packages/server/src/operations/change.js';
import { permissionsOf } from '../packages/server/src/operations/permissions.js';
import { runOperation } from '../packages/server/src/operations/run-operation.js';
import type { Services } from '../packages/server/src/operations/services.js';
import { type Cast, emailOf, OWNER, PARTNER } from './cast.js';
import type { ServerCaller } from './history.js';

/** A program of the demo, and what operations on it need. */
export interface Place {
  readonly pool: Pool;
  readonly services: Services;
  readonly caller: ServerCaller;
}

/** The owner, in a program. */
export function ownerIn({ workspaceId, programId }: ServerCaller) {
  return {
    actor: { userId: null, email: OWNER.email },
    scope: {
      workspaceId,
      programId,
      permissions: permissionsOf('owner'),
      role: 'owner' as const,
      partnerId: null,
    },
  };
}

/** The codes that partners of a program hand out. */
export async function makeCodes({ pool, services, caller }: Place, { parts }: Cast): Promise<void> {
  for (const { code, partner } of parts) {
    if (code === undefined) continue;
    const input = { code, partner_id: await partnerId(pool, caller, emailOf(partner)) };
    await runOperation(createCode, { services, ...ownerIn(caller), input });
  }
}

/** Somebody asks to become a partner of a program, on its application page. */
export async function takeApplication({ services, caller }: Place): Promise<void> {
  await runOperation(updateProgram, {
    services,
    ...ownerIn(caller),
    input: {
      accepts_applications: true,
      application_text: 'Tell us who reads you, and how you would write about Tidydesk.',
    },
  });
  const actor: Actor = { userId: null, email: 'greta.fischer@partners.test' };
  await runOperation(applyToProgram, {
    services,
    actor,
    scope: null,
    params: { programId: caller.programId },
    input: {
      name: 'Greta Fischer',
      email: actor.email,
      website: 'https://deskdiary.test',
      message: 'I write a weekly letter about working from home, with 8,000 readers.',
    },
  });
}

/** The partner who can sign in misses an order that somebody else is credited with. */
export async function makeClaim({ pool, services, caller }: Place): Promise<void> {
  const ownId = await partnerId(pool, caller, PARTNER.email);
  const { rows } = await pool.query<{ reference: string }>(
    `select transaction_id as reference from sales
      where program_id = $1 and partner_id <> $2 and not test_mode and commission_state = 'earned'
      order by recorded_at desc, id desc limit 1`,
    [caller.programId, ownId],
  );
  const reference = rows[0]?.reference;
  if (reference === undefined) return;
  const { workspaceId, programId } = caller;
  await runOperation(createClaim, {
    services,
    actor: { userId: null, email: PARTNER.email },
    scope: { workspaceId, programId, permissions: permissionsOf('none'), role: 'none', partnerId: ownId },
    input: { reference, note: 'A reader told me that she ordered after my review.' },
  });
}

async function partnerId(pool: Pool, { workspaceId }: ServerCaller, email: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from partners where workspace_id = $1 and email = $2',
    [workspaceId, email],
  );
  if (rows[0] === undefined) throw new Error(`the partner ${email} is missing`);
  return rows[0].id;
}
