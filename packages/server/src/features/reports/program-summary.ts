import type { CommissionRuleTerms, MinimumPayout, PayoutSchedule, ProgramItem } from '@svc/contract';
import type { AcceptedLeadSource, AttributionPrecedence, FraudSettings } from '@svc/core';
import { HOSTS_OF_PROGRAM } from '../programs/workspace-hosts.js';
import { ruleTermsOf } from '../rules/rule-terms.js';

/**
 * The minimum payouts of a program in currencies other than its own, as an expression over a row of `programs`. A row in
 * its own currency can be left from before the program had that currency: it counts for nothing.
 */
export function minimumPayoutsOf(program: 'p' | 'g'): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('currency', x.currency, 'amount_cents', x.amount_cents)
                                     order by x.currency), '[]')
             from program_minimum_payouts x
            where x.program_id = ${program}.id and x.currency <> ${program}.currency)`;
}

/**
 * Select list and joins of a program with its rule in force and its allowed origins, for statements over `programs p`.
 * The expression over the enrollment is the one the index of rule versions is built on.
 */
export const PROGRAM_COLUMNS = `
  p.id, p.workspace_id, p.name, p.domain, p.currency, p.cookie_window_days, p.hold_days, p.lead_source, p.attribution_precedence,
  p.lead_reward_cents, p.created_at,
  p.minimum_payout_cents, p.payout_schedule, p.next_payout_at, p.payout_details_hold_hours, p.click_retention_months, p.accepts_applications, p.application_text, p.archived_at,
  ${minimumPayoutsOf('p')} as minimum_payouts,
  to_jsonb(r) as rule,
  array(select o.origin from program_origins o where o.program_id = p.id order by o.origin) as allowed_origins,
  p.link_style, p.link_parameters, p.fallback_url, p.self_referral, p.fast_sale, p.click_burst, p.paid_search, p.code_leak, p.page_named,
  array(select d.host from program_link_domains d where d.program_id = p.id order by d.position) as link_domains,
  ${HOSTS_OF_PROGRAM} as hosts`;

export const PROGRAM_JOINS = `
  left join lateral (select * from commission_rules
                      where program_id = p.id and coalesce(enrollment_id, 0) = 0
                      order by version desc limit 1) r on true`;

export interface ProgramRow extends FraudSettings {
  readonly id: number;
  readonly workspace_id: number;
  readonly name: string;
  readonly domain: string;
  readonly currency: string;
  readonly cookie_window_days: number;
  readonly hold_days: number;
  readonly lead_source: AcceptedLeadSource;
  readonly attribution_precedence: AttributionPrecedence;
  readonly lead_reward_cents: number | null;
  readonly minimum_payout_cents: number;
  readonly minimum_payouts: MinimumPayout[];
  readonly payout_schedule: PayoutSchedule | null;
  readonly next_payout_at: Date | null;
  readonly payout_details_hold_hours: number;
  readonly click_retention_months: number | null;
  readonly accepts_applications: boolean;
  readonly application_text: string | null;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly rule: CommissionRuleTerms | null;
  readonly allowed_origins: string[];
  readonly link_style: ProgramItem['link_style'];
  readonly link_domains: string[];
  readonly hosts: ProgramItem['hosts'];
  readonly link_parameters: string[];
  readonly fallback_url: string | null;
}

/** A program as lists show it. */
export function programFromRow(row: ProgramRow): ProgramItem {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    domain: row.domain,
    currency: row.currency,
    cookie_window_days: row.cookie_window_days,
    hold_days: row.hold_days,
    lead_source: row.lead_source,
    attribution_precedence: row.attribution_precedence,
    self_referral: row.self_referral,
    fast_sale: row.fast_sale,
    click_burst: row.click_burst,
    paid_search: row.paid_search,
    code_leak: row.code_leak,
    page_named: row.page_named,
    lead_reward_cents: row.lead_reward_cents,
    commission: row.rule && ruleTermsOf(row.rule),
    allowed_origins: row.allowed_origins,
    link_style: row.link_style,
    link_domains: row.link_domains,
    hosts: row.hosts,
    link_parameters: row.link_parameters,
    fallback_url: row.fallback_url,
    minimum_payout_cents: row.minimum_payout_cents,
    minimum_payouts: row.minimum_payouts,
    payout_schedule: row.payout_schedule,
    next_payout_at: row.next_payout_at?.toISOString() ?? null,
    payout_details_hold_hours: row.payout_details_hold_hours,
    click_retention_months: row.click_retention_months,
    accepts_applications: row.accepts_applications,
    application_text: row.application_text,
    archived_at: row.archived_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
