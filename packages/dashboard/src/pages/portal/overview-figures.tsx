import { SimpleGrid } from '@mantine/core';
import { minimumPayoutIn } from '../../format/minimum.js';
import { formatMoney } from '../../format/money.js';
import { formatCount } from '../../format/number.js';
import { payablePartsText } from '../../format/payable-parts.js';
import { formatDate, formatDayShort } from '../../format/time.js';
import { type PartnerProgram, usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
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
    <SimpleGrid cols={2} spacing="md" component="section" aria-label={texts.whatYouEarned}>
      <Figure
        label={common.pending}
        hint={texts.earnedButStill}
        value={money(balance.pending_cents)}
        note={next ? texts.nextOn({ dayShort: formatDayShort(next.day) }) : texts.nothingPending}
        isLoading={isLoading}
      />
      <Figure
        label={common.payable}
        hint={texts.includedInYourNextPayout}
        value={money(balance.payable_cents)}
        note={
          <>
            {payableNote(balance.payable_cents, currency, program)}
            <Parts detail={detail} currency={currency} />
          </>
        }
        isLoading={isLoading}
      />
      <Figure
        label={common.paid}
        hint={texts.totalIncludedInPayoutsSo}
        value={money(balance.paid_cents)}
        note={
          <TextLink to="/partner/$programId/payouts" params={{ programId }}>
            {texts.viewPayouts}
          </TextLink>
        }
        isLoading={isLoading}
      />
      <Figure
        label={texts.onHold}
        hint={texts.isReviewingTheseCommissions({ workspace: program.company })}
        value={money(balance.held_cents)}
        note={
          balance.held_cents === 0 ? (
            texts.nothingOnHold
          ) : (
            <TextLink to="/partner/$programId/commissions" params={{ programId }} search={{ status: 'held' }}>
              {texts.viewHeld}
            </TextLink>
          )
        }
        isLoading={isLoading}
      />
    </SimpleGrid>
  );
}

/** What the payable balance consists of; nothing where it is commissions alone. */
export function Parts({
  detail,
  currency,
}: {
  readonly detail: ProgramDetail | undefined;
  readonly currency: string;
}) {
  const text = payablePartsText(detail?.payable_parts, currency);
  return text === null ? null : <span style={{ display: 'block' }}>{text}</span>;
}

function payableNote(payableCents: number, currency: string, program: PartnerProgram): string {
  const minimumCents = minimumPayoutIn(program, currency);
  if (payableCents < 0) return texts.deductedFromYourNextPayout;
  if (payableCents < minimumCents) return texts.minimumPayout({ money: formatMoney(minimumCents, currency) });
  if (payableCents === 0) return texts.nothingPayableYet;
  const { next_payout_on: runOn, payouts_held_until: heldUntil } = program;
  if (heldUntil !== null && (runOn === null || heldUntil.slice(0, runOn.length) > runOn))
    return texts.waitsUntil({ day: formatDate(heldUntil) });
  return runOn === null ? texts.inYourNextPayoutOnNoFixedDay : texts.runOf({ day: formatDayShort(runOn) });
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
      {figure(common.clicks, 'clicks', texts.visitsThroughYourLinksExcluding)}
      {figure(common.leads, 'leads', texts.visitorsWhoSignedUp)}
      {figure(common.sales, 'sales', texts.purchasesByYourCustomers)}
      {figure(texts.earned, 'commission', texts.commissionsEarnedInThisPeriod)}
    </SimpleGrid>
  );
}
