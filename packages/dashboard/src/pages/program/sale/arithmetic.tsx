import { Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBasisPoints } from '../../../format/number.js';
import { Money } from '../../../ui/money.js';
import type { Explained } from './explained.js';

/** How the commission of a sale was computed, line by line. */
export function Arithmetic({ arithmetic }: { readonly arithmetic: NonNullable<Explained['arithmetic']> }) {
  const { currency } = arithmetic;
  const money = (amountCents: number) => <Money amountCents={amountCents} currency={currency} />;
  const isPercent = arithmetic.type === 'percent';
  return (
    <section aria-label="How it was computed">
      <Title order={3} mb="xs">
        How it was computed
      </Title>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          <Line label="Paid by the customer" value={money(arithmetic.sale_cents)} />
          {arithmetic.tax_cents > 0 && <Line label="Tax" value={money(-arithmetic.tax_cents)} />}
          {arithmetic.tax_cents > 0 && (
            <Line label="What the rule counts" value={money(arithmetic.base_cents)} />
          )}
          {isPercent && arithmetic.basis_points !== null && (
            <Line label="Rate" value={formatBasisPoints(arithmetic.basis_points)} />
          )}
          <Line
            label={isPercent ? 'Earned' : 'Earned, a flat amount'}
            value={money(arithmetic.earned_cents)}
            isStrong={arithmetic.reversed_cents === 0}
          />
          {arithmetic.reversed_cents > 0 && (
            <>
              <Line label="Taken back after refunds" value={money(-arithmetic.reversed_cents)} />
              <Line label="Left" value={money(arithmetic.left_cents)} isStrong />
            </>
          )}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Line({
  label,
  value,
  isStrong = false,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly isStrong?: boolean;
}) {
  return (
    <Table.Tr fw={isStrong ? 650 : undefined}>
      <Table.Th scope="row" fw="inherit">
        {label}
      </Table.Th>
      <Table.Td ta="end" className="figures">
        {value}
      </Table.Td>
    </Table.Tr>
  );
}
