import type { PartnerDetail } from '@svc/contract';
import type { Pool } from 'pg';
import { listHistory } from '../audit/list-audit.js';
import { listLinks } from '../links/list-links.js';
import { listCommissions } from '../list-commissions.js';
import type { Days } from '../read-report.js';
import { listRules } from '../rules/list-rules.js';
import { findPartner } from './list-partners.js';
import { readPartnerFigures } from './partner-figures.js';
import { readBalances } from './read-balances.js';

const RECENT = { limit: 20, after: null };
const ALL = { limit: 200, after: null };

/** A partner of a program with all that a page about them shows; null when there is none. */
export async function readPartnerDetail(
  pool: Pool,
  of: { readonly workspaceId: number; readonly programId: number; readonly partnerId: number },
  days: Days,
): Promise<PartnerDetail | null> {
  const { programId, partnerId } = of;
  const partner = await findPartner(pool, programId, partnerId);
  if (partner === null) return null;
  const figures = await readPartnerFigures(pool, programId, [partnerId], days);
  const { rows } = await pool.query<ApplicationRow>(
    `select p.user_id is not null as has_account, a.website, a.message, a.created_at
       from partners p left join partner_applications a on a.enrollment_id = $2 where p.id = $1`,
    [partnerId, partner.enrollment_id],
  );
  const history = await listHistory(pool, of.workspaceId, { type: 'partner', id: partnerId }, RECENT.limit);
  const commissions = await listCommissions(pool, { programId, partnerId }, RECENT);
  const links = await listLinks(pool, { programId, partnerId }, ALL);
  const rules = await listRules(pool, { programId, partnerId }, RECENT);
  const row = rows[0];
  return {
    ...partner,
    totals: [...(figures.get(partnerId) ?? [])],
    has_account: row?.has_account ?? false,
    application: applicationOf(row),
    balances: await readBalances(pool, programId, partnerId),
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

interface ApplicationRow {
  readonly has_account: boolean;
  readonly website: string | null;
  readonly message: string | null;
  readonly created_at: Date | null;
}

function applicationOf(row: ApplicationRow | undefined): PartnerDetail['application'] {
  if (row === undefined || row.created_at === null) return null;
  return { website: row.website, message: row.message, created_at: row.created_at.toISOString() };
}
