import { Title } from '@mantine/core';
import { listOf, useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/performance.js';
import { DataTable } from '../../ui/data-table.js';
import { COMMISSION_COLUMNS } from './commissions.js';

const SHOWN = '5';

/** The newest commissions that a link or a code earned; each leads to its story. */
export function NewestCommissions({
  of,
}: {
  readonly of: { readonly link_id: string } | { readonly code_id: string };
}) {
  const programId = useProgramId();
  const commissions = useRead('/api/partner/programs/{programId}/commissions', {
    path: { programId },
    query: { ...of, limit: SHOWN },
  });
  return (
    <section aria-label={texts.newestCommissions}>
      <Title order={2} mt="xl" mb="sm">
        {texts.newestCommissions}
      </Title>
      <DataTable
        label={texts.newestCommissions}
        list={listOf(commissions, ({ data }) => data)}
        columns={COMMISSION_COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/partner/$programId/commissions',
          params: { programId },
          search: { commission: String(id) } as never,
        })}
        expectedRows={3}
        empty={{ title: texts.noSalesYet, text: texts.salesAppearHere }}
      />
    </section>
  );
}
