import { PartnerCounts, type PartnerItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';

export const countPartners = defineRead({
  name: 'countPartners',
  route: 'GET /api/programs/:programId/partner-counts',
  permission: 'program:read',
  summary: 'How many partners of a program there are in each status',
  output: PartnerCounts,
  async run({ pool, scope }) {
    const { rows } = await pool.query<{ status: PartnerItem['status']; partners: number }>(
      'select status, count(*)::integer as partners from enrollments where program_id = $1 group by status',
      [scope.programId],
    );
    const counts = Object.fromEntries(rows.map(({ status, partners }) => [status, partners]));
    return { pending: 0, approved: 0, rejected: 0, suspended: 0, ...counts };
  },
});
