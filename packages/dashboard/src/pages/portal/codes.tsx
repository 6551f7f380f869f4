import { Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { onlyPeriod } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { common } from '../../texts/common.js';
import { CopyButton } from '../../ui/copy.js';
import type { Column } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable } from '../../ui/list-table.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';

type Code = Row<'/api/partner/programs/{programId}/codes'>;

/** A partner's codes; nothing where there are none. */
export function PortalCodes() {
  const programId = useProgramId();
  const page = useListPage(
    '/api/partner/programs/{programId}/codes',
    { path: { programId } },
    { name: 'codes' },
  );
  if (page.list.rows === undefined || page.isEmpty) return null;
  return (
    <Stack gap="xs" mt="xl" component="section" aria-label={texts.yourCodes}>
      <Title order={2}>{texts.yourCodes}</Title>
      <Text size="sm" c="dimmed">
        {texts.shareYourCode}
      </Text>
      <ListTable
        label={texts.codes}
        page={page}
        view="portal-codes"
        searched={texts.searchCodes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/partner/$programId/codes/$codeId',
          params: { programId, codeId: String(id) },
          search: onlyPeriod as never,
        })}
        expectedRows={1}
        empty={{ title: texts.noCodesYet, text: '' }}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<Code>[] = [
  { key: 'code', header: texts.code, sort: 'code', cell: ({ code }) => <Identifier>{code}</Identifier> },
  {
    key: 'status',
    header: common.status,
    cell: ({ is_active: isActive }) => <StatusBadge status={isActive ? 'active' : 'disabled'} />,
  },
  {
    key: 'created',
    header: common.created,
    sort: '-created_at',
    cell: ({ created_at: at }) => <Time at={at} form="date" />,
  },
  {
    key: 'copy',
    header: texts.copy,
    align: 'end',
    cell: ({ code }) => <CopyButton value={code} label={texts.copyCode({ code })} />,
  },
];
