import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Row } from '../../api/client.js';
import { type ReadSettings, useRead } from '../../api/use-read.js';
import { idField, useFilters } from '../../session/search.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/seals.js';
import { Snippet } from '../../ui/copy.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { PageHeader } from '../../ui/page-header.js';
import { RowDrawer } from '../../ui/row-drawer.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { useNamedRow } from '../../ui/use-named-row.js';

type Seal = Row<'/api/workspaces/{workspaceId}/seals'>;

const FILTERS = { seal: idField };
const DRAWERS = ['seal'] as const;
const SHOWN_OF_HASH = 12;

/** The seals of a workspace, newest first, and the newest as a file. */
export function SealsPage() {
  const workspaceId = useWorkspaceId();
  const page = useListPage('/api/workspaces/{workspaceId}/seals', { path: { workspaceId } });
  const [{ seal: wanted }, setSearch] = useFilters(FILTERS, DRAWERS);
  const opened = useNamedRow(page.list, wanted, ({ number }) => number, useSeal);
  const { data } = useRead('/api/workspaces/{workspaceId}/seals', {
    path: { workspaceId },
    query: { limit: '1' },
  });
  const newest = data?.data[0];
  return (
    <>
      <PageHeader
        title={texts.seals}
        description={texts.sealsText}
        actions={newest && <Download seal={newest} />}
      />
      <Alert variant="light" mb="md">
        {texts.keepText}
        <Text size="sm" mt="xs">
          {texts.howToCheck}
        </Text>
        <Snippet code={texts.checkCommand} label={texts.command} />
      </Alert>
      <ListTable
        label={texts.seals}
        page={page}
        view="seals"
        searched={texts.searchSeals}
        columns={COLUMNS}
        rowKey={({ number }) => number}
        open={({ number }) => setSearch({ seal: String(number) })}
        empty={{ title: texts.noSealsYet, text: texts.noSealsText }}
      />
      <RowDrawer
        wanted={wanted}
        {...opened}
        title={({ number }) => texts.details({ number })}
        missing={texts.thisSealDoesNotExist}
        size="lg"
        onClose={() => setSearch({ seal: undefined })}
      >
        {(seal) => <SealDetails seal={seal} />}
      </RowDrawer>
    </>
  );
}

function useSeal(id: string, settings: ReadSettings) {
  const workspaceId = useWorkspaceId();
  return useRead('/api/workspaces/{workspaceId}/seals/{id}', { path: { workspaceId, id } }, settings);
}

function Download({ seal }: { readonly seal: Seal }) {
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(seal)}\n`)}`;
  return (
    <Button
      component="a"
      href={href}
      download={`seal-${seal.workspace_id}-${seal.number}.json`}
      leftSection={<IconDownload size={16} />}
    >
      {texts.download}
    </Button>
  );
}

const TABLES: Readonly<Record<string, (of: { count: number }) => string>> = {
  ledger_movements: texts.movements,
  payouts: texts.payouts,
  row_states: texts.payoutStates,
  commission_rules: texts.rules,
  sale_references: texts.references,
  audit_entries: texts.entriesOfAudit,
};

function describeContents({ counts }: Seal): string {
  return Object.entries(TABLES)
    .flatMap(([table, describe]) => (counts[table] ? [describe({ count: counts[table] })] : []))
    .join(', ');
}

const COLUMNS: readonly Column<Seal>[] = [
  { key: 'number', header: texts.number, sort: '-number', cell: ({ number }) => number },
  {
    key: 'when',
    header: texts.sealedAt,
    onPhone: 'figure',
    cell: ({ sealed_at }) => <Time at={sealed_at} />,
  },
  { key: 'contents', header: texts.contents, cell: describeContents },
  {
    key: 'hash',
    header: texts.hash,
    onPhone: 'hidden',
    cell: ({ hash }) => <code style={{ whiteSpace: 'nowrap' }}>{hash.slice(0, SHOWN_OF_HASH)}…</code>,
  },
];

/** One seal, exactly as it is to be kept. */
function SealDetails({ seal }: { readonly seal: Seal }) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        <Time at={seal.sealed_at} />, {describeContents(seal)}
      </Text>
      <Snippet code={JSON.stringify(seal, null, 2)} label={texts.details({ number: seal.number })} wraps />
    </Stack>
  );
}
