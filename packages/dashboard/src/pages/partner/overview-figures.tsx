import { SimpleGrid } from '@mantine/core';
import { minimumPayoutIn } from '../../format/minimum.js';
import { formatMoney } from '../../format/money.js';
import { formatCount } from '../../format/number.js';
import { formatDayShort } from '../../format/time.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { Figure } from '../../ui/figure.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { balanceOf, type ProgramDetail, type Statistics, sumOf } from './overview-data.js';

/** What is pending, payable, paid and held, as it stands now. */
export function Earned({
  detail,
  currency,
}: {
  readonly detail: ProgramDetail | undefined;
  readonly currency: string;
}) {
  const programId = useProgramId();
  const program = usePartnerProgram();
  const balance = balanceOf(detail, currency);
  const next = detail?.maturing.find((row) => row.currency === currency);
  const isLoading = detail === undefined;
  const money = (amountCents: number) => <Money amountCents={amountCents} currency={currency} />;
  return (
    <SimpleGrid cols={2} spacing="md" component="section" aria-label="What you earned">
      <Figure
        label="Pending"
        hint="Earned, and waiting for the time in which customers may ask for a refund."
        value={money(balance.pending_cents)}
        note={next ? `next on ${formatDayShort(next.day)}` : 'nothing is waiting'}
        isLoading={isLoading}
      />
      <Figure
        label="Payable"
        hint="Goes into your next payout."
        value={money(balance.payable_cents)}
        note={payableNote(balance.payable_cents, minimumPayoutIn(program, currency), currency)}
        isLoading={isLoading}
      />
      <Figure
        label="Paid"
        hint="What has been put into payouts so far."
        value={money(balance.paid_cents)}
        note={
          <TextLink to="/partner/$programId/payouts" params={{ programId }}>
            See payouts
          </TextLink>
        }
        isLoading={isLoading}
      />
      <Figure
        label="On hold"
        hint="The company takes a closer look before it pays."
        value={money(balance.held_cents)}
        note={
          balance.held_cents === 0 ? (
            'nothing is held'
          ) : (
            <TextLink to="/partner/$programId/commissions" params={{ programId }} search={{ status: 'held' }}>
              See which
            </TextLink>
          )
        }
        isLoading={isLoading}
      />
    </SimpleGrid>
  );
}

function payableNote(payableCents: number, minimumCents: number, currency: string): string {
  if (payableCents < 0) return 'taken off your next payout';
  if (payableCents < minimumCents) return `paid from ${formatMoney(minimumCents, currency)}`;
  return payableCents === 0 ? 'nothing yet' : 'in your next payout';
}

/** What happened in the period, against the one before. */
export function InThisPeriod({
  statistics,
  currency,
}: {
  readonly statistics: Statistics | undefined;
  readonly currency: string;
}) {
  const now = sumOf(statistics?.totals ?? [], currency);
  const before = sumOf(statistics?.previous.totals ?? [], currency);
  const isLoading = statistics === undefined;
  const figure = (label: string, key: keyof typeof now, hint: string) => (
    <Figure
      label={label}
      hint={hint}
      value={
        key === 'commission' ? <Money amountCents={now[key]} currency={currency} /> : formatCount(now[key])
      }
      now={now[key]}
      before={before[key]}
      isLoading={isLoading}
    />
  );
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {figure('Clicks', 'clicks', 'Visits through your links. Known robots are not counted.')}
      {figure('Leads', 'leads', 'Visitors who signed up.')}
      {figure('Sales', 'sales', 'What your customers bought.')}
      {figure(
        'Earned',
        'commission',
        'Commission of sales in these days, less what refunds took back in them.',
      )}
    </SimpleGrid>
  );
}
