import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconPlus, IconQrcode, IconTools } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useList, useRead } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { onlyPeriod, usePeriod } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { viewedPartner } from '../../session/viewing.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { PartnerBreakdown } from '../../ui/breakdown.js';
import { CopyButton } from '../../ui/copy.js';
import type { Column } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { useRowStop } from '../../ui/row-stop.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { useListPage } from '../../ui/use-list-page.js';
import { PortalCodes } from './codes.js';
import { LinkBuilder } from './link-builder.js';
import { LinkDrawer } from './link-drawer.js';
import { figuresByLink, type LinkTotals } from './overview-data.js';
import { isUsable, type PartnerLink } from './partner-link.js';
import { QrWindow } from './qr-window.js';
import { Standing, useStanding } from './standing.js';

/** A partner's links with what each brought, and the way to make more. */
export function PortalLinksPage() {
  const programId = useProgramId();
  const program = usePartnerProgram();
  const period = usePeriod();
  const { canMakeLinks } = useStanding();
  const [isMaking, setIsMaking] = useState(false);
  const [isBuilding, setIsBuilding] = useState(false);
  const path = { programId };
  const all = useList('/api/partner/programs/{programId}/links', { path, query: {} });
  const usable = (all.rows ?? []).filter(isUsable);
  const make = canMakeLinks && viewedPartner() === null && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {texts.createALink}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={common.links}
        description={texts.youreCreditedForVisitorsWho({ domain: program.domain })}
        actions={
          <>
            <PeriodPicker value={period.text} onChange={period.set} />
            {usable.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconTools size={16} aria-hidden />}
                onClick={() => setIsBuilding(true)}
              >
                {texts.linkBuilder}
              </Button>
            )}
            {make}
          </>
        }
      />
      <Standing />
      <Links make={make || undefined} />
      <PortalCodes />
      <PartnerBreakdown first="link" />
      {isBuilding && <LinkBuilder links={usable} onClose={() => setIsBuilding(false)} />}
      {isMaking && <LinkDrawer onClose={() => setIsMaking(false)} />}
    </>
  );
}

/** The links themselves; `make` is the button that makes one, where the partner may. */
function Links({ make }: { readonly make: ReactNode }) {
  const programId = useProgramId();
  const { currency, domain } = usePartnerProgram();
  const { canMakeLinks } = useStanding();
  const [shown, setShown] = useState<PartnerLink | null>(null);
  const path = { programId };
  const { days: query } = usePeriod();
  const page = useListPage('/api/partner/programs/{programId}/links', { path });
  const statistics = useRead('/api/partner/programs/{programId}/statistics', { path, query });
  const figures = statistics.data && figuresByLink(statistics.data);
  return (
    <>
      <ListTable
        label={common.links}
        page={
          statistics.error && !statistics.data
            ? { ...page, list: { ...page.list, error: statistics.error } }
            : page
        }
        view="portal-links"
        searched={texts.searchLinks}
        columns={portalLinkColumns(figures, currency, setShown)}
        rowKey={(link) => link.id}
        to={(link) => ({
          to: '/partner/$programId/links/$linkId',
          params: { programId, linkId: String(link.id) },
          search: onlyPeriod as never,
        })}
        expectedRows={3}
        empty={{
          title: common.noLinksYet,
          text: canMakeLinks ? texts.createALinkToAndShare({ domain }) : texts.youCanCreateLinksOnce,
          action: make,
        }}
      />
      <QrWindow link={shown} onClose={() => setShown(null)} />
    </>
  );
}

function portalLinkColumns(
  figures: ReadonlyMap<number, readonly LinkTotals[]> | undefined,
  currency: string,
  show: (link: PartnerLink) => void,
): readonly Column<PartnerLink>[] {
  const countCell = (key: 'clicks' | 'leads' | 'sales') => (link: PartnerLink) =>
    figures && formatCount((figures.get(link.id) ?? []).reduce((sum, row) => sum + row[key], 0));
  return [
    { key: 'link', header: common.link, sort: 'short_link', cell: (link) => <Name link={link} /> },
    { key: 'clicks', header: common.clicks, align: 'end', cell: countCell('clicks') },
    { key: 'leads', header: common.leads, align: 'end', onPhone: 'hidden', cell: countCell('leads') },
    { key: 'sales', header: common.sales, align: 'end', cell: countCell('sales') },
    {
      key: 'earned',
      header: texts.earned,
      align: 'end',
      cell: (link) => figures && <EarnedBy rows={figures.get(link.id) ?? []} currency={currency} />,
    },
    { key: 'share', header: texts.share, align: 'end', cell: (link) => <Share link={link} show={show} /> },
  ];
}

function Name({ link }: { readonly link: PartnerLink }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap={6} wrap="nowrap">
        <Identifier>{link.short_link}</Identifier>
        {!link.is_active && <StatusBadge status="disabled" />}
      </Group>
      {link.referral_url !== null && (
        <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
          {link.referral_url}
        </Text>
      )}
    </div>
  );
}

function EarnedBy({ rows, currency }: { readonly rows: readonly LinkTotals[]; readonly currency: string }) {
  const earned = rows
    .map((row) => ({ currency: row.currency, amountCents: row.commission_cents - row.reversed_cents }))
    .filter(({ amountCents }) => amountCents !== 0);
  if (earned.length === 0) return <Money amountCents={0} currency={currency} isDimmedAtZero />;
  return earned.map((amount) => (
    <div key={amount.currency}>
      <Money {...amount} />
    </div>
  ));
}

function Share({ link, show }: { readonly link: PartnerLink; readonly show: (link: PartnerLink) => void }) {
  const stop = useRowStop();
  if (link.referral_url === null) return null;
  const label = texts.qrCodeOf({ shortLink: link.short_link });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <CopyButton value={link.referral_url} label={texts.copy({ shortLink: link.short_link })} />
      <Tooltip label={texts.qrCode}>
        <ActionIcon {...stop} aria-label={label} aria-haspopup="dialog" onClick={() => show(link)}>
          <IconQrcode size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
