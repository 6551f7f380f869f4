import { TagList } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';

const MOST_TAGS = 500;

export const listPartnerTags = defineRead({
  name: 'listPartnerTags',
  route: 'GET /api/programs/:programId/partner-tags',
  permission: 'program:read',
  summary: 'The tags of the partners of a program, the most used ones first',
  output: TagList,
  async run({ pool, scope }) {
    const { rows } = await pool.query<TagList['data'][number]>(
      `select t.tag, count(*)::integer as partners from enrollments e cross join unnest(e.tags) as t (tag)
        where e.program_id = $1 group by t.tag order by partners desc, t.tag collate "C" limit ${MOST_TAGS}`,
      [scope.programId],
    );
    return { data: rows };
  },
});
