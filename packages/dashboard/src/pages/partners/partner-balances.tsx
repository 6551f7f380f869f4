import { Card, Group, Table, Text, Title } from '@mantine/core';
import { payablePartsText } from '../../format/payable-parts.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import type { PartnerDetail } from './partner-detail.js';

const STATES = [
  ['pending_cents', common.pending, texts.stillInTheRefundPeriod],
  ['held_cents', common.held, texts.heldByYourTeam],
  ['payable_cents', common.payable, texts.dueInTheNextPayout],
  ['paid_cents', common.paid, texts.totalOfAllPayouts],
] as const;

/** What a partner has, by the state of the money and by currency. */
export function PartnerBalances({ partner }: { readonly partner: PartnerDetail }) {
  const { id, balances = [], payable_parts: parts } = partner;
  const programId = useProgramId();
  return (
    <Card component="section" aria-label={texts.balance} h="100%">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{texts.balance}</Title>
        <TextLink
          to="/p/$programId/payouts"
          params={{ programId }}
          search={{ partner: String(id) }}
          size="sm"
        >
          {common.payouts}
        </TextLink>
      </Group>
      {balances.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noEarningsYet}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={280} type="native">
          <Table verticalSpacing={8} aria-label={texts.balanceByCurrency}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{common.status}</Table.Th>
                {balances.map(({ currency }) => (
                  <Table.Th key={currency} ta="end">
                    {currency}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {STATES.map(([key, label, note]) => (
                <Table.Tr key={key}>
                  <Table.Td>
                    {label}
                    <Text size="xs" c="dimmed">
                      {note}
                    </Text>
                    {key === 'payable_cents' &&
                      balances.map(({ currency }) => (
                        <Text key={currency} size="xs">
                          {payablePartsText(parts, currency)}
                        </Text>
                      ))}
                  </Table.Td>
                  {balances.map((balance) => (
                    <Table.Td key={balance.currency} ta="end">
                      <Money amountCents={balance[key]} currency={balance.currency} isDimmedAtZero />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}
