import { Anchor, Drawer, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../format/money.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';
import type { DueItem } from './payee.js';

/** What is kept from a partner's next payout, or added to it; it opens why. */
export function Carried({ item, onExplain }: { readonly item: DueItem; readonly onExplain: () => void }) {
  const { carried_cents: carried, currency, name } = item;
  if (carried === 0) return <Money amountCents={0} currency={currency} isDimmedAtZero />;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      // Not in the color of links: a green amount looks like one that is gained.
      c="var(--mantine-color-text)"
      underline="always"
      onClick={onExplain}
      aria-label={texts.forViewDetails({ money: formatMoney(-carried, currency), name })}
    >
      <Money amountCents={-carried} currency={currency} />
    </Anchor>
  );
}

/** Why a partner's balance is what it is, in words. Leave it on the page; null closes it. */
export function CarriedDrawer({
  item,
  onClose,
}: {
  readonly item: DueItem | null;
  readonly onClose: () => void;
}) {
  // While it slides out it shows what it showed.
  const [last, setLast] = useState(item);
  if (item !== null && item !== last) setLast(item);
  const shown = item ?? last;
  return (
    <Drawer
      opened={item !== null}
      onClose={onClose}
      title={
        shown !== null && shown.carried_cents < 0
          ? texts.addedToTheNextPayout
          : texts.deductedFromTheNextPayout
      }
    >
      {shown && <Why item={shown} />}
    </Drawer>
  );
}

function Reason({ item }: { readonly item: DueItem }) {
  const { name, currency, carried_cents: carried, carried_for: refunds } = item;
  const amount = <Money amountCents={Math.abs(carried)} currency={currency} />;
  if (carried < 0) {
    return <Text>{texts.earlierPayoutsPaidLessThan({ name, amount })}</Text>;
  }
  if (refunds.length === 0) {
    return <Text>{texts.earlierPayoutsPaidMoreThan({ name, amount })}</Text>;
  }
  return <Text>{texts.salesWereRefundedAfter({ name, amount })}</Text>;
}

function Why({ item }: { readonly item: DueItem }) {
  const programId = useProgramId();
  const { name, currency, carried_cents: carried, payable_cents: payable, due_cents: due } = item;
  const carriedMoney = (cents: number) => <Money amountCents={cents} currency={currency} />;
  const sign = carried > 0 ? '−' : '+';
  return (
    <Stack gap="lg">
      <Reason item={item} />
      <Text>
        {payable > 0
          ? texts.currentlyHasPayable({ name, payable: carriedMoney(payable) })
          : texts.currentlyHasNothingPayable({ name })}
        {due > 0
          ? texts.forTheNextPayout({
              payable: carriedMoney(payable),
              sign,
              carried: carriedMoney(Math.abs(carried)),
              due: carriedMoney(due),
            })
          : due < 0
            ? texts.theBalanceIsItCarries({ due: carriedMoney(due), name })
            : texts.theTwoAmountsCancelOut}
      </Text>
      {item.carried_for.length > 0 && (
        <section aria-labelledby="refunds-behind">
          <Title order={2} size="h3" id="refunds-behind" mb="xs">
            {texts.recentRefunds}
          </Title>
          <List spacing="xs">
            {item.carried_for.map((one) => (
              <List.Item key={`${one.refund_id} ${one.commission_id}`}>
                {texts.reversed({
                  time: <Time at={one.occurred_at} form="date" />,
                  amount: carriedMoney(one.amount_cents),
                  link: (
                    <TextLink
                      to="/p/$programId/commissions"
                      params={{ programId }}
                      search={{ explain: String(one.commission_id) } as never}
                    >
                      {texts.viewDetails}
                    </TextLink>
                  ),
                })}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </Stack>
  );
}
