import { Title } from '@mantine/core';
import { listOf, useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/performance.js';
import { DataTable } from '../../ui/data-table.js';
import { SALE_COLUMNS } from './sales.js';

const SHOWN = '5';
const COLUMNS = SALE_COLUMNS.filter(({ key }) => key !== 'partner').map(
  ({ sort: _sort, ...column }) => column,
);

/** The newest sales that a link or a code is credited with; each leads to why it earned what it earned. */
export function NewestSales({
  of,
}: {
  readonly of: { readonly link_id: string } | { readonly code_id: string };
}) {
  const programId = useProgramId();
  const sales = useRead('/api/programs/{programId}/sales', {
    path: { programId },
    query: { ...of, limit: SHOWN },
  });
  return (
    <section aria-label={texts.newestSales}>
      <Title order={2} mt="xl" mb="sm">
        {texts.newestSales}
      </Title>
      <DataTable
        label={texts.newestSales}
        list={listOf(sales, ({ data }) => data)}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/p/$programId/sales',
          params: { programId },
          search: { sale: String(id) } as never,
        })}
        expectedRows={3}
        empty={{ title: texts.noSalesYet, text: texts.salesAppearHere }}
      />
    </section>
  );
}
