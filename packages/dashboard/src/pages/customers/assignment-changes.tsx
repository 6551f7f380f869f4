import { Table, Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/customers.js';
import { Money } from '../../ui/money.js';

/** Assigns a customer, or shows what that would change. Contract 2 section 12. */
export const ROUTE = '/api/programs/{programId}/customers/{id}/assign';

export type Assigned = Answer<typeof ROUTE, 'post'>;

/** What the assignment takes and gives, sale by sale. */
export function AssignmentChanges({ changes }: { readonly changes: Assigned['changes'] }) {
  if (changes.length === 0) {
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
            <Table.Th ta="end">{texts.reversed}</Table.Th>
            <Table.Th ta="end">{texts.earned}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={`${change.sale_id} ${change.currency}`}>
              <Table.Td>{texts.saleNumber({ id: change.sale_id })}</Table.Td>
              <Table.Td ta="end">
                <Money amountCents={-change.reversed_cents} currency={change.currency} isDimmedAtZero />
              </Table.Td>
              <Table.Td ta="end">
                <Money amountCents={change.earned_cents} currency={change.currency} isDimmedAtZero />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
