import { isDeepStrictEqual } from 'node:util';
import type { ProgramItem, ProgramUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import {
  currencyType,
  destinationType,
  domainType,
  linkParametersType,
  nameType,
  payoutScheduleType,
} from '../../operations/value-types.js';
import { readMinimumPayouts, setMinimumPayouts } from './minimum-payouts.js';
import { lockClockOf, planPayouts } from './plan-payouts.js';
import { auditedProgram, readKnownProgram } from './read-program.js';
import { requireServerLeads, rewardTermsOf } from './require-server-leads.js';
import { setLinkDomains } from './set-link-domains.js';
import { setOrigins } from './set-origins.js';
import { claimHosts, lockHosts } from './workspace-hosts.js';

/** Another currency is for a program without sales: every balance and every flat rule is an amount in it. */
export type ProgramChanges = ProgramUpdate & { readonly currency?: string };

/** Changes the settings of a program; what is left out stays. */
export async function changeProgram(
  client: ClientBase,
  programId: number,
  changes: ProgramChanges,
): Promise<Change<ProgramItem>> {
  const { allowed_origins: origins, link_domains: domains, ...fields } = changes;
  const changesHosts = origins !== undefined || domains !== undefined;
  if (changesHosts) await lockHosts(client, { programId });
  const clock = changes.payout_schedule === undefined ? null : await lockClockOf(client, programId);
  await client.query('select 1 from programs where id = $1 for no key update', [programId]);
  const before = await readKnownProgram(client, programId);
  const wanted = { ...before, ...fields };
  if (!isDeepStrictEqual(rewardTermsOf(before), rewardTermsOf(wanted))) requireServerLeads(wanted);
  const minimum = readMinimumPayouts(changes, wanted.currency);
  const schedule =
    wanted.payout_schedule && parseValue(payoutScheduleType, wanted.payout_schedule, 'payout_schedule');
  await client
    .query(
      `update programs
          set name = $2, domain = $3, cookie_window_days = $4, hold_days = $5, minimum_payout_cents = $6,
              accepts_applications = $7, application_text = $8, lead_source = $9, payout_details_hold_hours = $10,
              currency = $11, attribution_precedence = $12, link_style = $13, link_parameters = $14,
              fallback_url = $15, self_referral = $16, fast_sale = $17, click_burst = $18, paid_search = $19, code_leak = $20,
              lead_reward_cents = $21, click_retention_months = $22, payout_schedule = $23, page_named = $24,
              next_payout_at = case when $23::jsonb is not null then next_payout_at end
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
        parseValue(currencyType, wanted.currency, 'currency'),
        wanted.attribution_precedence,
        wanted.link_style,
        parseValue(linkParametersType, wanted.link_parameters, 'link_parameters'),
        wanted.fallback_url === null
          ? null
          : parseValue(destinationType, wanted.fallback_url, 'fallback_url'),
        wanted.self_referral,
        wanted.fast_sale,
        wanted.click_burst,
        wanted.paid_search,
        wanted.code_leak,
        wanted.lead_reward_cents || null,
        wanted.click_retention_months,
        schedule && JSON.stringify(schedule),
        wanted.page_named,
      ],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  if (clock !== null && !isDeepStrictEqual(before.payout_schedule, schedule))
    await planPayouts(client, programId, schedule, clock);
  if (origins !== undefined) await setOrigins(client, programId, origins);
  if (domains !== undefined) await setLinkDomains(client, programId, domains);
  if (changesHosts) await claimHosts(client, before.workspace_id);
  if (minimum.others !== undefined) await setMinimumPayouts(client, programId, minimum.others);
  const after = await readKnownProgram(client, programId);
  if (isDeepStrictEqual(before, after)) return unchanged(after);
  const [audited, auditedAfter] = [auditedProgram(before), auditedProgram(after)];
  return changed(after, { on: 'program', id: programId, before: audited, after: auditedAfter });
}
