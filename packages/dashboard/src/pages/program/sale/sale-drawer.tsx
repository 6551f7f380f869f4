import { Drawer, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/use-read.js';
import { useProgramId } from '../../../session/session.js';
import { Identifier } from '../../../ui/identifier.js';
import { TextLink } from '../../../ui/links.js';
import { Money } from '../../../ui/money.js';
import { PartnerName } from '../../../ui/partner-name.js';
import { ErrorState, Loading } from '../../../ui/states.js';
import { StatusBadge } from '../../../ui/status-badge.js';
import { Arithmetic } from './arithmetic.js';
import type { Explained } from './explained.js';

/**
 * Why a sale earned what it earned, or nothing. Keep it rendered, with null while no sale is open, so that the focus
 * goes back to where it was.
 */
export function SaleDrawer({
  saleId,
  onClose,
}: {
  readonly saleId: string | null;
  readonly onClose: () => void;
}) {
  // While it slides away it still shows what it showed.
  const [shown, setShown] = useState(saleId);
  if (saleId !== null && saleId !== shown) setShown(saleId);
  return (
    <Drawer opened={saleId !== null} onClose={onClose} title="This sale, explained">
      {shown !== null && <Explanation key={shown} saleId={shown} />}
    </Drawer>
  );
}

function Explanation({ saleId }: { readonly saleId: string }) {
  const programId = useProgramId();
  const explained = useRead('/api/programs/{programId}/sales/{id}/explain', {
    path: { programId, id: saleId },
  });
  const { data } = explained;
  if (data === undefined) {
    if (explained.error) return <ErrorState error={explained.error} retry={() => void explained.refetch()} />;
    return <Loading height={420} />;
  }
  return (
    <Stack gap="lg">
      <Facts explained={data} />
      <section aria-label="What happened">
        <Title order={3} mb="xs">
          What happened
        </Title>
        <List type="ordered" size="sm" spacing="xs">
          {data.story.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be alike, and none ever moves
            <List.Item key={index}>{sentence}</List.Item>
          ))}
        </List>
        <Text size="xs" c="dimmed" mt="xs">
          Times in these sentences are in UTC.
        </Text>
      </section>
      {data.arithmetic && <Arithmetic arithmetic={data.arithmetic} />}
    </Stack>
  );
}

function Facts({ explained }: { readonly explained: Explained }) {
  const programId = useProgramId();
  const { sale, commission, customer } = explained;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={650} size="xl" component="div">
          <Money amountCents={sale.amount_cents} currency={sale.currency} />
        </Text>
        <Group gap={6}>
          {sale.test_mode && <StatusBadge status="test" />}
          <StatusBadge
            status={commission?.status ?? sale.commission_state}
            label={commission === null && sale.commission_state === 'none' ? 'No commission' : undefined}
          />
        </Group>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        Transaction <Identifier>{sale.transaction_id}</Identifier>
      </Text>
      <Text size="sm" component="div">
        <TextLink
          to="/p/$programId/customers/$customerId"
          params={{ programId, customerId: String(customer.id) }}
          underline="always"
        >
          {customer.customer_key ?? `Customer ${customer.id}`}
        </TextLink>
        , credited to <PartnerName partnerId={sale.partner_id} />
      </Text>
    </Stack>
  );
}
