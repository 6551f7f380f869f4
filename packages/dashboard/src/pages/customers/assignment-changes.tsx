import { Table, Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/customers.js';
import { Identifier } from '../../ui/identifier.js';
import { Money } from '../../ui/money.js';
import { usePartnerName } from '../../ui/partner-name.js';
import { Time } from '../../ui/time.js';

/** Assigns a customer, or shows what that would change. Contract 2 section 12. */
export const ROUTE = '/api/programs/{programId}/customers/{id}/assign';

export type Assigned = Answer<typeof ROUTE, 'post'>;

interface AssignmentChangesProps {
  readonly customerId: number;
  readonly changes: Assigned['changes'];
}

/** What the assignment takes from one partner and gives to the other, sale by sale. */
export function AssignmentChanges({ customerId, changes }: AssignmentChangesProps) {
  const [first] = changes;
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noSaleChanges}
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table verticalSpacing={6} aria-label={texts.changesToCommissions}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{common.sale}</Table.Th>
            <Table.Th ta="end">
              <PartnerOfAll ids={changes.map((one) => one.from_partner_id)} otherwise={texts.reversed} />
            </Table.Th>
            <Table.Th ta="end">
              <PartnerOfAll ids={changes.map((one) => one.to_partner_id)} otherwise={texts.earned} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={`${change.sale_id} ${change.currency}`}>
              <Table.Td>
                <Sale customerId={customerId} id={change.sale_id} />
              </Table.Td>
              <Amounts change={change} />
            </Table.Tr>
          ))}
          {changes.length > 1 &&
            totalsOf(changes).map((total) => <Total key={total.currency} total={total} />)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The name of the partner whom a column is about, where it is one. */
function PartnerOfAll({ ids, otherwise }: { readonly ids: readonly number[]; readonly otherwise: string }) {
  const [first = null, ...others] = [...new Set(ids)];
  const name = usePartnerName(first);
  return others.length === 0 ? (name ?? otherwise) : otherwise;
}

/** An order as people know it, and its day. */
function Sale({ customerId, id }: { readonly customerId: number; readonly id: number }) {
  const programId = useProgramId();
  const query = { customer_id: String(customerId), limit: '200' };
  const sales = useList('/api/programs/{programId}/sales', { path: { programId }, query });
  const sale = sales.rows?.find((one) => one.id === id);
  if (sale === undefined) return texts.saleNumber({ id });
  return (
    <>
      <Identifier>{sale.transaction_id}</Identifier>
      <Text size="xs" c="dimmed" component="div">
        <Time at={sale.occurred_at} form="date" />
      </Text>
    </>
  );
}

type Sums = Pick<Assigned['changes'][number], 'currency' | 'reversed_cents' | 'earned_cents'>;

function Amounts({ change }: { readonly change: Sums }) {
  return (
    <>
      <Table.Td ta="end">
        <Money amountCents={-change.reversed_cents} currency={change.currency} isDimmedAtZero />
      </Table.Td>
      <Table.Td ta="end">
        <Money amountCents={change.earned_cents} currency={change.currency} isDimmedAtZero />
      </Table.Td>
    </>
  );
}

function Total({ total }: { readonly total: Sums }) {
  return (
    <Table.Tr fw={600}>
      <Table.Td>{texts.total}</Table.Td>
      <Amounts change={total} />
    </Table.Tr>
  );
}

/** By currency. */
function totalsOf(changes: Assigned['changes']): readonly Sums[] {
  const totals = new Map<string, Sums>();
  for (const { currency, reversed_cents, earned_cents } of changes) {
    const sum = totals.get(currency);
    totals.set(currency, {
      currency,
      reversed_cents: reversed_cents + (sum?.reversed_cents ?? 0),
      earned_cents: earned_cents + (sum?.earned_cents ?? 0),
    });
  }
  return [...totals.values()];
}
