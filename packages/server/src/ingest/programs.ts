import {
  type AcceptedLeadSource,
  type AttributionPrecedence,
  domainOf,
  type EnrollmentStatus,
  type Facts,
  type FraudSettings,
  type PartnerAddress,
} from '@svc/core';
import emailProviders from 'email-providers/all.json' with { type: 'json' };
import type { Statement } from '../database/statements.js';
import { lookUp } from './look-up.js';
import { type JoinedRuleColumns, RULE_COLUMNS, ruleFromJoin } from './rules.js';
import { servesHost } from './serving-hosts.js';

const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(emailProviders);

interface ProgramRow extends JoinedRuleColumns, FraudSettings {
  program_id: number;
  workspace_id: number;
  currency: string;
  cookie_window_days: number;
  hold_days: number;
  lead_source: AcceptedLeadSource;
  attribution_precedence: AttributionPrecedence;
  lead_reward_cents: number | null;
  match_by_email: boolean;
  is_archived: boolean;
}

interface EnrollmentRow extends JoinedRuleColumns {
  /** The relationship; `enrollment_id` is the rule's. */
  relationship_id: number;
  program_id: number;
  partner_id: number;
  status: EnrollmentStatus;
  email: string;
}

/** Adds these programs to the facts, each with the newest version of its rule. */
export function loadPrograms(facts: Facts, ids: ReadonlySet<number>): Statement | null {
  return lookUp<ProgramRow>(
    'load-programs',
    ids,
    `select p.id as program_id, p.workspace_id, p.currency, p.cookie_window_days, p.hold_days, p.lead_source,
                  p.attribution_precedence, p.self_referral, p.fast_sale, p.click_burst, p.paid_search, p.code_leak, p.page_named, p.lead_reward_cents,
                  p.match_by_email,
                  p.archived_at is not null as is_archived, ${RULE_COLUMNS}
             from programs p
             left join lateral (select * from commission_rules
                                 where program_id = p.id and coalesce(enrollment_id, 0) = 0
                                 order by version desc limit 1) r on true
            where p.id = any($1::bigint[])`,
    (row) =>
      facts.programs.set(row.program_id, {
        id: row.program_id,
        workspaceId: row.workspace_id,
        currency: row.currency,
        cookieWindowDays: row.cookie_window_days,
        holdDays: row.hold_days,
        leadSource: row.lead_source,
        matchesEmail: row.match_by_email,
        attributionPrecedence: row.attribution_precedence,
        fraud: fraudSettingsOf(row),
        leadRewardCents: row.lead_reward_cents,
        isArchived: row.is_archived,
        rule: ruleFromJoin(row),
      }),
  );
}

/**
 * Adds these partner-program relationships to the facts, each with the newest version of the rule that counts for it: the
 * partner's own, or else the program's. Both are read by one statement, so that no sale earns by one as it was before a
 * change and the other as it was after the next.
 */
export function loadEnrollments(facts: Facts, ids: ReadonlySet<number>): Statement | null {
  return lookUp<EnrollmentRow>(
    'load-enrollments',
    ids,
    `select e.id as relationship_id, e.program_id, e.partner_id, e.status, q.email, ${RULE_COLUMNS}
             from enrollments e
             join partners q on q.id = e.partner_id
             left join lateral (select type from commission_rules
                                 where program_id = e.program_id and coalesce(enrollment_id, 0) = e.id
                                 order by version desc limit 1) own on true
             left join lateral (select * from commission_rules
                                 where program_id = e.program_id and coalesce(enrollment_id, 0) =
                                       case when coalesce(own.type, 'program') = 'program' then 0 else e.id end
                                 order by version desc limit 1) r on true
            where e.id = any($1::bigint[])`,
    (row) =>
      facts.enrollments.set(row.relationship_id, {
        id: row.relationship_id,
        programId: row.program_id,
        partnerId: row.partner_id,
        status: row.status,
        partner: partnerAddressOf(row.email),
        rule: ruleFromJoin(row),
      }),
  );
}

/** The settings among the columns of a program. */
function fraudSettingsOf({
  self_referral,
  fast_sale,
  click_burst,
  paid_search,
  code_leak,
  page_named,
}: FraudSettings): FraudSettings {
  return { self_referral, fast_sale, click_burst, paid_search, code_leak, page_named };
}

/** A domain of a public mail provider is nobody's own. */
function partnerAddressOf(email: string): PartnerAddress {
  const domain = domainOf(email);
  return { email, ownDomain: domain !== null && PUBLIC_DOMAINS.has(domain) ? null : domain };
}

/** Adds to the facts which programs list these origins, in the order of their ids: neither archived ones nor those of other workspaces than the one a host serves. */
export function loadProgramsByOrigin(facts: Facts, origins: ReadonlySet<string>): Statement | null {
  return lookUp<{ readonly origin: string; readonly program_ids: number[] }>(
    'load-programs-by-origin',
    origins,
    `select o.origin, array_agg(o.program_id order by o.program_id) as program_ids
             from program_origins o join programs p on p.id = o.program_id
            where o.origin = any($1::text[]) and p.archived_at is null and ${servesHost('o.host', 'p.workspace_id')}
            group by o.origin`,
    (row) => facts.programsByOrigin.set(row.origin, row.program_ids.map(Number)),
  );
}
