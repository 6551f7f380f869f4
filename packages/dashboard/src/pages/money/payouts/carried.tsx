import { Anchor, Drawer, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../format/money.js';
import { useProgramId } from '../../../session/session.js';
import { TextLink } from '../../../ui/links.js';
import { Money } from '../../../ui/money.js';
import { Time } from '../../../ui/time.js';
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
      onClick={onExplain}
      aria-label={`${formatMoney(-carried, currency)} for ${name}: see why`}
    >
      <Money amountCents={-carried} currency={currency} />
    </Anchor>
  );
}

/** Why a partner's balance is what it is, in words. Leave it on the page; null closes it. */
export function CarriedDrawer({
  of,
  onClose,
}: {
  readonly of: DueItem | null;
  readonly onClose: () => void;
}) {
  // While it slides out it shows what it showed.
  const [last, setLast] = useState(of);
  if (of !== null && of !== last) setLast(of);
  const shown = of ?? last;
  return (
    <Drawer
      opened={of !== null}
      onClose={onClose}
      title={
        shown !== null && shown.carried_cents < 0 ? 'Added to the next payout' : 'Kept from the next payout'
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
    return (
      <Text>
        Earlier payouts paid {name} {amount} less than is owed for what is in them: a refund failed, or a
        payout was cancelled. The next payout adds it.
      </Text>
    );
  }
  if (refunds.length === 0) {
    return (
      <Text>
        Earlier payouts paid {name} {amount} more than is owed for what is in them now. It is kept from the
        next payout.
      </Text>
    );
  }
  return (
    <Text>
      Refunds came in after {name} had been paid for those sales. They took back {amount} of commission, which
      is kept from the next payout.
    </Text>
  );
}

function Why({ item }: { readonly item: DueItem }) {
  const programId = useProgramId();
  const { name, currency, carried_cents: carried, payable_cents: payable, due_cents: due } = item;
  const money = (cents: number) => <Money amountCents={cents} currency={currency} />;
  return (
    <Stack gap="lg">
      <Reason item={item} />
      <Text>
        {payable > 0 ? (
          <>
            {name} has {money(payable)} payable now.{' '}
          </>
        ) : (
          <>{name} has nothing payable now. </>
        )}
        {due > 0 ? (
          <>
            {money(payable)} {carried > 0 ? '−' : '+'} {money(Math.abs(carried))} = {money(due)}, which is
            what the next payout pays.
          </>
        ) : due < 0 ? (
          <>
            The balance is {money(due)}. It is carried on until new commissions have made up for it; until
            then nothing is paid, and {name} does not have to pay anything back.
          </>
        ) : (
          <>The two balance out exactly, so the next commissions are paid in full.</>
        )}
      </Text>
      {item.carried_for.length > 0 && (
        <section aria-labelledby="refunds-behind">
          <Title order={2} size="h3" id="refunds-behind" mb="xs">
            The latest refunds behind it
          </Title>
          <List spacing="xs">
            {item.carried_for.map((one) => (
              <List.Item key={`${one.refund_id} ${one.commission_id}`}>
                <Time at={one.occurred_at} form="date" />: {money(one.amount_cents)} taken back.{' '}
                <TextLink
                  to="/p/$programId/commissions"
                  params={{ programId }}
                  search={{ explain: String(one.commission_id) } as never}
                >
                  See how it came about
                </TextLink>
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </Stack>
  );
}
