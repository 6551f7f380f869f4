import { SimpleGrid } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { formatCount } from '../../format/number.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/overview.js';
import { Figure } from '../../ui/figure.js';
import { Money } from '../../ui/money.js';
import { sumTotals } from './overview-data.js';

/** The five figures of a period: clicks, leads, customers, revenue, commission. */
export function Figures({
  overview,
  currency,
}: {
  readonly overview: Answer<'/api/programs/{programId}/overview'> | undefined;
  readonly currency: string;
}) {
  const now = sumTotals(overview?.totals ?? [], currency);
  const before = sumTotals(overview?.previous.totals ?? [], currency);
  const isLoading = overview === undefined;
  const uncredited = overview?.unattributed_leads ?? 0;
  const countFigure = (
    label: string,
    key: 'clicks' | 'leads' | 'customers',
    hint: string,
    aside?: string,
  ) => (
    <Figure
      label={label}
      hint={hint}
      aside={aside}
      value={formatCount(now[key])}
      now={now[key]}
      before={before[key]}
      isLoading={isLoading}
    />
  );
  const moneyFigure = (label: string, key: 'revenue' | 'commission', hint: string) => (
    <Figure
      label={label}
      hint={hint}
      value={<Money amountCents={now[key]} currency={currency} />}
      now={now[key]}
      before={before[key]}
      isLoading={isLoading}
    />
  );
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
      {countFigure(common.clicks, 'clicks', texts.visitsThroughPartnerLinksExcluding)}
      {countFigure(
        common.leads,
        'leads',
        texts.signUpsCredited,
        uncredited > 0 ? texts.unattributedLeads({ count: formatCount(uncredited) }) : undefined,
      )}
      {countFigure(common.customers, 'customers', texts.leadsWhoPaid)}
      {moneyFigure(common.revenue, 'revenue', texts.customerPaymentsInThisPeriod)}
      {moneyFigure(common.commission, 'commission', texts.commissionsEarnedInThisPeriod)}
    </SimpleGrid>
  );
}
