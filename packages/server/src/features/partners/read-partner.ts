import { PartnerDays, PartnerDetail, type RuleInput } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type Application, applicationFields, loadApplications } from '../applications/load-applications.js';
import { loadPartnerHistory } from '../audit/list-audit.js';
import { loadCommissions } from '../commissions/load-commissions.js';
import { loadLinks } from '../links/load-links.js';
import { readDays } from '../reports/days.js';
import type { Days } from '../reports/load-report.js';
import { loadRules } from '../rules/list-rules.js';
import { termsOfInput } from '../rules/rule-terms.js';
import { findPartner, findWithAccount } from './find-partner.js';
import { loadFunds } from './load-balances.js';
import { loadPartnerFigures } from './partner-figures.js';

const RECENT = { limit: 20, after: null };
const ALL = { limit: 200, after: null };

/** A partner of a program with all that a page about them shows; null when there is none. */
async function loadPartner(
  pool: Pool,
  place: { readonly workspaceId: number; readonly programId: number; readonly partnerId: number },
  days: Days,
  baseUrl: string,
): Promise<PartnerDetail | null> {
  const { programId, partnerId } = place;
  const partner = await findPartner(pool, programId, partnerId);
  if (partner === null) return null;
  const figures = await loadPartnerFigures(pool, programId, [partnerId], days);
  const applications = await loadApplications(pool, [partner.enrollment_id]);
  const application = applications.get(partner.enrollment_id);
  const { rows } = await pool.query<GroupRow>('select rule, rule_version from partner_groups where id = $1', [
    partner.group_id,
  ]);
  const history = await loadPartnerHistory(pool, { ...place, partnerId }, RECENT.limit);
  const commissions = await loadCommissions(pool, { programId, partnerId }, RECENT);
  const links = await loadLinks(pool, { programId, partnerId }, ALL, baseUrl);
  const rules = await loadRules(pool, { programId, partnerId }, RECENT);
  const row = rows[0];
  return {
    ...partner,
    ...applicationFields(application),
    totals: [...(figures.get(partnerId) ?? [])],
    has_account: (await findWithAccount(pool, [partnerId])).has(partnerId),
    group_commission: row?.rule ? termsOfInput(row.rule, row.rule_version ?? 0) : null,
    application: applicationOf(application),
    ...(await loadFunds(pool, programId, partnerId)),
    links: [...links.data],
    recent_commissions: [...commissions.data],
    rules: [...rules.data],
    history: history.map(({ action, by, before, after, occurred_at }) => ({
      action,
      by,
      before,
      after,
      occurred_at,
    })),
  };
}

interface GroupRow {
  /** Of the group. */
  readonly rule: RuleInput | null;
  readonly rule_version: number | null;
}

function applicationOf(application: Application | undefined): PartnerDetail['application'] {
  if (application === undefined) return null;
  const { website, message, created_at: at } = application;
  return { website, message, created_at: at.toISOString() };
}

export const readPartner = defineRead({
  name: 'readPartner',
  route: 'GET /api/programs/:programId/partners/:id',
  permission: 'program:read',
  summary: 'A partner with figures, balances, links, rules and history',
  input: PartnerDays,
  output: PartnerDetail,
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, services, scope: { workspaceId, programId }, input, id, nowMs }) {
    const place = { workspaceId, programId, partnerId: id() };
    const partner = await loadPartner(pool, place, readDays(input, nowMs), services.settings.baseUrl);
    if (partner === null) throw new RefusedError('not_found');
    return partner;
  },
});
