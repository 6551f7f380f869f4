import { isDeepStrictEqual } from 'node:util';
import { ProgramItem, ProgramUpdate } from '@svc/contract';
import { isUniqueViolation } from '../../database/transaction.js';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { domainType, nameType } from '../../operations/value-types.js';
import { readMinimumPayouts, setMinimumPayouts } from './minimum-payouts.js';
import { readKnownProgram } from './read-program.js';
import { setOrigins } from './set-origins.js';

/**
 * Changes the settings of a program; what is left out stays. The window counts for clicks already made, the hold time only
 * for sales to come: each commission keeps the date it was given.
 */
export const updateProgram = defineOperation({
  name: 'updateProgram',
  route: 'PATCH /api/programs/:programId',
  permission: 'program:write',
  summary: 'Change the settings of a program',
  input: ProgramUpdate,
  output: ProgramItem,
  errors: ['name_taken'],
  audit: 'program.update',
  async run({ client, scope: { programId }, input }) {
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
          parseValue(nameType, wanted.name, 'name'),
          parseValue(domainType, wanted.domain, 'domain'),
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
  },
  after: forgetConfiguration,
});
