import { Group, Text } from '@mantine/core';
import type { ListState } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { onlyPeriod } from '../../session/search.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/links.js';
import { CopyButton } from '../../ui/copy.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import type { Sorting } from '../../ui/use-list-page.js';
import { Amounts, countOf } from '../partners/totals.js';
import { isPaused, type Link, type LinkItem } from './link.js';

/** Under which name the browser remembers how the list of links is seen. */
export const LINK_VIEW = 'links';

/** Columns of a list of links. */
export function columnsFor(currency: string, withPartner: boolean): readonly Column<Link>[] {
  const countColumn = (name: 'clicks' | 'leads' | 'sales', header: string): Column<Link> => ({
    key: name,
    header,
    align: 'end',
    onPhone: name === 'sales' ? 'labelled' : 'hidden',
    cell: (link) => formatCount(countOf(link.totals, name)),
  });
  const partner: Column<Link> = {
    key: 'partner',
    header: common.partner,
    cell: ({ partner_id: id }) =>
      id === null ? (
        <Text span size="sm" c="dimmed">
          {common.noPartner}
        </Text>
      ) : (
        <PartnerName partnerId={id} />
      ),
  };
  return [
    {
      key: 'link',
      header: common.link,
      sort: 'short_link',
      cell: (link) => <Identifier>{link.short_link}</Identifier>,
    },
    ...(withPartner ? [partner] : []),
    {
      key: 'status',
      header: common.status,
      cell: (link) => <LinkStatus link={link} />,
    },
    countColumn('clicks', common.clicks),
    countColumn('leads', common.leads),
    countColumn('sales', common.sales),
    {
      key: 'revenue',
      header: common.revenue,
      align: 'end',
      onPhone: 'hidden',
      cell: (link) => <Amounts totals={link.totals} amount="revenue" currency={currency} />,
    },
    {
      key: 'copy',
      header: texts.url,
      align: 'end',
      cell: (link) =>
        link.referral_url && (
          <Group justify="flex-end">
            <CopyButton value={link.referral_url} label={texts.copyUrlOf({ shortLink: link.short_link })} />
          </Group>
        ),
    },
  ];
}

/** Whether a link counts: it has to be on, and its partner approved. */
export function LinkStatus({ link }: { readonly link: LinkItem }) {
  if (!link.is_active) return <StatusBadge status="disabled" />;
  return isPaused(link) ? (
    <StatusBadge status="suspended" label={texts.paused} />
  ) : (
    <StatusBadge status="active" />
  );
}

/** Links with what each brought; each leads to its page. */
export function LinkTable({
  links,
  empty,
  expectedRows,
  withPartner = false,
  sorting,
  onClear,
}: {
  readonly links: ListState<Link>;
  readonly empty: Parameters<typeof DataTable>[0]['empty'];
  readonly expectedRows?: number;
  readonly withPartner?: boolean;
  readonly sorting?: Sorting;
  readonly onClear?: (() => void) | undefined;
}) {
  const { currency } = useProgram();
  const programId = useProgramId();
  return (
    <DataTable
      label={common.links}
      list={links}
      {...(withPartner && { view: LINK_VIEW })}
      columns={columnsFor(currency, withPartner)}
      rowKey={(link) => link.id}
      to={(link) => ({
        to: '/p/$programId/links/$linkId',
        params: { programId, linkId: String(link.id) },
        search: onlyPeriod as never,
      })}
      empty={empty}
      onClear={onClear}
      {...(sorting !== undefined && { sorting })}
      {...(expectedRows !== undefined && { expectedRows })}
    />
  );
}
