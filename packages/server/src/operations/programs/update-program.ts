import { isDeepStrictEqual } from 'node:util';
import type { ProgramItem, ProgramUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed, unchanged } from '../audit/change.js';
import { demand } from '../demand.js';
import { domainType, nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';
import { readMinimumPayouts, setMinimumPayouts } from './minimum-payouts.js';
import { readKnownProgram } from './read-program.js';
import { setOrigins } from './set-origins.js';

/**
 * Changes what a program says of itself; what is left out stays. The window counts for clicks already made, the hold
 * time only for sales to come: each commission keeps the date it was given.
 */
export async function updateProgram(
  client: ClientBase,
  programId: number,
  input: ProgramUpdate,
): Promise<Change<ProgramItem>> {
  await client.query('select 1 from programs where id = $1 for no key update', [programId]);
  const before = await readKnownProgram(client, programId);
  const { allowed_origins: origins, ...fields } = input;
  const wanted = { ...before, ...fields };
  const minimum = readMinimumPayouts(input, before.currency);
  await client
    .query(
      `update programs
          set name = $2, domain = $3, cookie_window_days = $4, hold_days = $5, minimum_payout_cents = $6,
              accepts_applications = $7, application_text = $8, lead_source = $9, payout_details_hold_hours = $10
        where id = $1`,
      [
        programId,
        demand(nameType, wanted.name, 'name'),
        demand(domainType, wanted.domain, 'domain'),
        wanted.cookie_window_days,
        wanted.hold_days,
        minimum.ownCents ?? before.minimum_payout_cents,
        wanted.accepts_applications,
        wanted.application_text,
        wanted.lead_source,
        wanted.payout_details_hold_hours,
      ],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  if (origins !== undefined) await setOrigins(client, programId, origins);
  if (minimum.others !== undefined) await setMinimumPayouts(client, programId, minimum.others);
  const after = await readKnownProgram(client, programId);
  if (isDeepStrictEqual(before, after)) return unchanged(after);
  return changed(after, { on: 'program', id: programId, before, after });
}
