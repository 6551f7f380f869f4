import type { ProgramCreate, ProgramItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed } from '../../operations/change.js';
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
import { addRuleVersion } from '../rules/add-rule-version.js';
import { termsFromInput } from '../rules/terms-from-input.js';
import { readMinimumPayouts, setMinimumPayouts } from './minimum-payouts.js';
import { lockWorkspaceClock, nextPayoutOf } from './plan-payouts.js';
import { auditedProgram, readKnownProgram } from './read-program.js';
import { requireServerLeads } from './require-server-leads.js';
import { setLinkDomains } from './set-link-domains.js';
import { setOrigins } from './set-origins.js';
import { claimHosts, lockHosts } from './workspace-hosts.js';

/** Stores a program with its origins, minimum payouts and first commission rule. */
export async function insertProgram(
  client: ClientBase,
  workspaceId: number,
  input: ProgramCreate,
): Promise<Change<ProgramItem>> {
  const { allowed_origins: origins = [], link_domains: domains = [] } = input;
  const hasHosts = origins.length > 0 || domains.length > 0;
  if (hasHosts) await lockHosts(client, { workspaceId });
  const currency = parseValue(currencyType, input.currency ?? 'USD', 'currency');
  requireServerLeads(input);
  const minimum = readMinimumPayouts(input, currency);
  const schedule = input.payout_schedule
    ? parseValue(payoutScheduleType, input.payout_schedule, 'payout_schedule')
    : null;
  const values = [
    workspaceId,
    parseValue(nameType, input.name, 'name'),
    parseValue(domainType, input.domain, 'domain'),
    currency,
    input.cookie_window_days ?? 60,
    input.hold_days ?? 30,
    minimum.ownCents ?? 0,
    input.accepts_applications ?? false,
    input.application_text ?? null,
    input.lead_source ?? 'any',
    input.payout_details_hold_hours ?? 72,
    input.attribution_precedence ?? 'link',
    input.link_style ?? 'direct',
    parseValue(linkParametersType, input.link_parameters ?? [], 'link_parameters'),
    input.self_referral ?? 'hold',
    input.fast_sale ?? 'flag',
    input.click_burst ?? 'flag',
    input.paid_search ?? 'flag',
    input.code_leak ?? 'flag',
    input.fallback_url == null ? null : parseValue(destinationType, input.fallback_url, 'fallback_url'),
    input.lead_reward_cents || null,
    input.click_retention_months ?? null,
    schedule && JSON.stringify(schedule),
    schedule && nextPayoutOf(schedule, await lockWorkspaceClock(client, workspaceId)),
    input.page_named ?? 'off',
  ];
  const { rows } = await client
    .query<{ id: number }>(
      `insert into programs (workspace_id, name, domain, currency, cookie_window_days, hold_days,
                             minimum_payout_cents, accepts_applications, application_text, lead_source,
                             payout_details_hold_hours, attribution_precedence, link_style, link_parameters,
                             self_referral, fast_sale, click_burst, paid_search, code_leak, fallback_url, lead_reward_cents,
                             click_retention_months, payout_schedule, next_payout_at, page_named)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
               $22, $23, $24, $25) returning id`,
      values,
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
    });
  const programId = rows[0]?.id ?? 0;
  await setOrigins(client, programId, origins);
  await setLinkDomains(client, programId, domains);
  if (hasHosts) await claimHosts(client, workspaceId);
  await setMinimumPayouts(client, programId, minimum.others ?? []);
  await addRuleVersion(client, { programId, enrollmentId: null, terms: termsFromInput(input.commission) });
  const [program, place] = [await readKnownProgram(client, programId), { workspaceId, programId }];
  return changed(program, {
    on: 'program',
    id: programId,
    before: null,
    after: auditedProgram(program),
    place,
  });
}
