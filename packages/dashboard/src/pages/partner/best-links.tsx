import { Box, Group, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/error.js';
import { listOf } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { bestLinks, type Statistics } from './overview-data.js';

type Best = ReturnType<typeof bestLinks>[number];

const COUNT = 5;

/** The links that earned the most in the period. */
export function BestLinks({
  statistics,
  currency,
}: {
  readonly statistics: UseQueryResult<Statistics, ApiError>;
  readonly currency: string;
}) {
  const programId = useProgramId();
  const columns: readonly Column<Best>[] = [
    { key: 'link', header: 'Link', cell: (link) => <Identifier>{link.shortLink}</Identifier> },
    { key: 'clicks', header: 'Clicks', align: 'end', cell: (link) => formatCount(link.clicks) },
    { key: 'leads', header: 'Leads', align: 'end', cell: (link) => formatCount(link.leads) },
    { key: 'sales', header: 'Sales', align: 'end', cell: (link) => formatCount(link.sales) },
    {
      key: 'earned',
      header: 'Earned',
      align: 'end',
      cell: (link) => <Money amountCents={link.commission} currency={currency} isDimmedAtZero />,
    },
  ];
  return (
    <Box component="section" aria-labelledby="best-links" my="xl">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="best-links">
          My best links
        </Title>
        <TextLink to="/partner/$programId/links" params={{ programId }} size="sm">
          All links
        </TextLink>
      </Group>
      <DataTable
        label="My best links"
        list={listOf(statistics, (data) => bestLinks(data, currency, COUNT))}
        columns={columns}
        rowKey={(link) => link.linkId}
        expectedRows={2}
        empty={{
          title: 'Nobody came through your links in these days',
          text: 'Share a link where people read you; every visit through it is counted here.',
          action: (
            <LinkButton to="/partner/$programId/links" params={{ programId }}>
              Go to my links
            </LinkButton>
          ),
        }}
      />
    </Box>
  );
}
