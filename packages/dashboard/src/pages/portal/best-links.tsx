import { Box, Group, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/error.js';
import { listOf } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { onlyPeriod } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
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
    { key: 'link', header: common.link, cell: (link) => <Identifier>{link.shortLink}</Identifier> },
    { key: 'clicks', header: common.clicks, align: 'end', cell: (link) => formatCount(link.clicks) },
    { key: 'leads', header: common.leads, align: 'end', cell: (link) => formatCount(link.leads) },
    { key: 'sales', header: common.sales, align: 'end', cell: (link) => formatCount(link.sales) },
    {
      key: 'earned',
      header: texts.earned,
      align: 'end',
      cell: (link) => <Money amountCents={link.commission} currency={currency} isDimmedAtZero />,
    },
  ];
  return (
    <Box component="section" aria-labelledby="best-links" my="xl">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="best-links">
          {texts.yourTopLinks}
        </Title>
        <TextLink
          to="/partner/$programId/links"
          params={{ programId }}
          search={onlyPeriod as never}
          size="sm"
        >
          {texts.allLinks}
        </TextLink>
      </Group>
      <DataTable
        to={(link) => ({
          to: '/partner/$programId/links/$linkId',
          params: { programId, linkId: String(link.linkId) },
          search: onlyPeriod as never,
        })}
        label={texts.yourTopLinks}
        list={listOf(statistics, (data) => bestLinks(data, currency, COUNT))}
        columns={columns}
        rowKey={(link) => link.linkId}
        expectedRows={2}
        empty={{
          title: texts.noActivityInThisPeriod,
          text: texts.shareALink,
          action: (
            <LinkButton to="/partner/$programId/links" params={{ programId }}>
              {texts.goToYourLinks}
            </LinkButton>
          ),
        }}
      />
    </Box>
  );
}
