import { PartnerDays, PartnerDetail, type RuleInput } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type Application, applicationFields, loadApplications } from '../applications/load-applications.js';
import { loadPartnerHistory } from '../audit/list-audit.js';
import { loadCommissions } from '../commissions/load-commissions.js';
import { loadLinks } from '../links/load-links.js';
import { type Days, readDays } from '../reports/days.js';
import { mayReadFigures } from '../reports/may-read-figures.js';
import { loadRules } from '../rules/list-rules.js';
import { termsOfInput } from '../rules/rule-terms.js';
import { findPartner, findWithAccount } from './find-partner.js';
import { loadFunds } from './load-balances.js';
import { loadPartnerFigures } from './partner-figures.js';

const RECENT = { limit: 20, after: null };
const ALL = { limit: 200, after: null };

interface PartnerPlace {
  readonly workspaceId: number;
  readonly programId: number;
  readonly partnerId: number;
}

type Figures = Pick<PartnerDetail, 'totals' | 'balances' | 'payable_parts' | 'recent_commissions'>;

/** Loads what a partner brought in a period, and the money of the partner. */
async function loadFigures(pool: Pool, place: PartnerPlace, days: Days): Promise<Figures> {
  const { programId, partnerId } = place;
  const figures = await loadPartnerFigures(pool, programId, [partnerId], days);
  const commissions = await loadCommissions(pool, { programId, partnerId }, RECENT);
  return {
    totals: [...(figures.get(partnerId) ?? [])],
    ...(await loadFunds(pool, programId, partnerId)),
    recent_commissions: [...commissions.data],
  };
}

/** Loads a partner of a program with all that a page about them shows but the figures; null when there is none. */
async function loadPartner(
  pool: Pool,
  place: PartnerPlace,
  baseUrl: string,
): Promise<Omit<PartnerDetail, keyof Figures> | null> {
  const { programId, partnerId } = place;
  const partner = await findPartner(pool, programId, partnerId);
  if (partner === null) return null;
  const applications = await loadApplications(pool, [partner.enrollment_id]);
  const application = applications.get(partner.enrollment_id);
  const { rows } = await pool.query<GroupRow>('select rule, rule_version from partner_groups where id = $1', [
    partner.group_id,
  ]);
  const history = await loadPartnerHistory(pool, { ...place, partnerId }, RECENT.limit);
  const links = await loadLinks(pool, { programId, partnerId }, ALL, baseUrl);
  const rules = await loadRules(pool, { programId, partnerId }, RECENT);
  const row = rows[0];
  return {
    ...partner,
    ...applicationFields(application),
    has_account: (await findWithAccount(pool, [partnerId])).has(partnerId),
    group_commission: row?.rule ? termsOfInput(row.rule, row.rule_version ?? 0) : null,
    application: applicationOf(application),
    links: [...links.data],
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
  async run({ pool, services, scope, input, id, nowMs }) {
    const place = { workspaceId: scope.workspaceId, programId: scope.programId, partnerId: id() };
    const days = readDays(input, nowMs);
    const partner = await loadPartner(pool, place, services.settings.baseUrl);
    if (partner === null) throw new RefusedError('not_found');
    return mayReadFigures(scope) ? { ...partner, ...(await loadFigures(pool, place, days)) } : partner;
  },
});
