import { SimpleGrid } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { formatCount } from '../../format/number.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/overview.js';
import { Figure } from '../../ui/figure.js';
import { Money } from '../../ui/money.js';
import { sumOf } from './overview-data.js';

/** The five figures of a period: clicks, leads, customers, revenue, commission. */
export function Figures({
  overview,
  currency,
}: {
  readonly overview: Answer<'/api/programs/{programId}/overview'> | undefined;
  readonly currency: string;
}) {
  const now = sumOf(overview?.totals ?? [], currency);
  const before = sumOf(overview?.previous.totals ?? [], currency);
  const isLoading = overview === undefined;
  const count = (label: string, key: 'clicks' | 'leads' | 'customers', hint: string) => (
    <Figure
      label={label}
      hint={hint}
      value={formatCount(now[key])}
      now={now[key]}
      before={before[key]}
      isLoading={isLoading}
    />
  );
  const money = (label: string, key: 'revenue' | 'commission', hint: string) => (
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
      {count(common.clicks, 'clicks', texts.visitsThroughPartnerLinksExcluding)}
      {count(common.leads, 'leads', texts.visitorsWhoSignedUp)}
      {count(common.customers, 'customers', texts.leadsWhoPaid)}
      {money(common.revenue, 'revenue', texts.customerPaymentsInThisPeriod)}
      {money(common.commission, 'commission', texts.commissionsEarnedInThisPeriod)}
    </SimpleGrid>
  );
}
