import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../api/client.js';
import type { ApiError } from '../../api/error.js';
import { useProgram } from '../../session/session.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import { Figure } from '../../ui/figure.js';
import { Money } from '../../ui/money.js';

type Totals = Answer<'/api/programs/{programId}/commissions/totals'>;

const SHOWN = [
  { status: 'pending', label: common.pending, hint: texts.earnedButStill },
  { status: 'held', label: common.held, hint: texts.onHoldUntilYourTeam },
  { status: 'payable', label: common.payable, hint: texts.includedInTheNextPayout },
  {
    status: 'paid',
    label: common.paid,
    hint: texts.includedInAPayoutLater,
  },
] as const;

/** What the commissions that are looked at come to, by status, in each currency; the program's own first. */
export function Sums({
  totals,
  isSearched,
}: {
  readonly totals: UseQueryResult<Totals, ApiError>;
  /** The list is narrowed by a search, which the sums are not: they say so. */
  readonly isSearched: boolean;
}) {
  const own = useProgram().currency;
  if (totals.error && !totals.data) return null;
  const others = (totals.data?.data ?? []).map(({ currency }) => currency).filter((one) => one !== own);
  const hasOwn = totals.data?.data.some(({ currency }) => currency === own) ?? true;
  const currencies = [...(hasOwn || others.length === 0 ? [own] : []), ...new Set(others)];
  return (
    <Stack gap="sm" mb="md" component="section" aria-label={texts.totals}>
      {currencies.map((currency) => (
        <SimpleGrid key={currency} cols={{ base: 2, md: 4 }} spacing="sm">
          {SHOWN.map(({ status, label, hint }) => {
            const total = totals.data?.data.find((one) => one.currency === currency && one.status === status);
            return (
              <Figure
                key={status}
                label={currencies.length > 1 ? `${label}, ${currency}` : label}
                hint={hint}
                isLoading={totals.data === undefined}
                value={<Money amountCents={total?.amount_cents ?? 0} currency={currency} />}
                note={texts.commissionCount({ commissions: total?.commissions ?? 0 })}
              />
            );
          })}
        </SimpleGrid>
      ))}
      {isSearched && (
        <Text size="xs" c="dimmed">
          {texts.sumsAreNotSearched}
        </Text>
      )}
    </Stack>
  );
}
