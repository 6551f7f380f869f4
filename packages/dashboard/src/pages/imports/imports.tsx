import { Badge, Stack, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { formatCount } from '../../format/number.js';
import { useCan, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/imports.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { systemName } from './import-files.js';
import { ImportForm } from './import-form.js';

type Import = Row<'/api/programs/{programId}/imports'>;

const count = (kind: 'partners' | 'customers' | 'sales' | 'commissions'): Column<Import> => ({
  key: kind,
  header: texts.kinds[kind],
  align: 'end',
  onPhone: kind === 'sales' ? 'figure' : 'labelled',
  cell: (made) => formatCount(made[kind]),
});

const COLUMNS: readonly Column<Import>[] = [
  { key: 'system', header: texts.system, width: '8rem', cell: ({ system }) => systemName(system) },
  {
    key: 'when',
    header: texts.importedAt,
    sort: '-created_at',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    key: 'state',
    header: common.status,
    onPhone: 'plain',
    cell: ({ finished }) =>
      !finished && (
        <Badge color="yellow" variant="light" title={texts.unfinishedHint}>
          {texts.unfinished}
        </Badge>
      ),
  },
  {
    key: 'files',
    header: texts.files,
    onPhone: 'hidden',
    cell: ({ files }) => files.map(({ name }) => name).join(', '),
  },
  count('partners'),
  count('customers'),
  count('sales'),
  count('commissions'),
  { key: 'by', header: texts.importedBy, onPhone: 'hidden', cell: ({ imported_by: by }) => by },
];

/** History of other systems: read from files, shown, then imported; and the imports that were made. Contract 2 section 15. */
export function ImportsPage() {
  const programId = useProgramId();
  const canImport = useCan('commission:write');
  const page = useListPage('/api/programs/{programId}/imports', { path: { programId } });
  return (
    <Stack gap="md">
      <title>{texts.pageTitle}</title>
      {canImport && <ImportForm />}
      <section>
        <Title order={2} mb="sm">
          {texts.importsMade}
        </Title>
        <ListTable
          label={texts.importsMade}
          page={page}
          view="imports"
          searched={null}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          expectedRows={2}
          empty={{ title: texts.noImportsYet, text: texts.noImportsText }}
        />
      </section>
    </Stack>
  );
}
