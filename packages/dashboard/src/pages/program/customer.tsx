import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { useParam, useProgram, useProgramId } from '../../session/session.js';
import { Figure } from '../../ui/figure.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { CustomerTimeline } from './customer/timeline.js';

type Customer = Answer<'/api/programs/{programId}/customers/{id}'>;

/** One customer: who is credited, what they brought, and all that happened. */
export function Page() {
  const programId = useProgramId();
  const customerId = useParam('customerId');
  const customer = useRead('/api/programs/{programId}/customers/{id}', {
    path: { programId, id: customerId },
  });
  const { data } = customer;
  return (
    <>
      <Group mb="xs">
        <TextLink to="/p/$programId/customers" params={{ programId }} size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={14} aria-hidden /> Customers
          </Group>
        </TextLink>
      </Group>
      <PageHeader
        title={data?.customer_key ?? `Customer ${customerId}`}
        description={
          data === undefined ? 'Who is credited, and all that happened.' : <Since customer={data} />
        }
      />
      {data === undefined ? (
        customer.error ? (
          <ErrorState error={customer.error} retry={() => void customer.refetch()} />
        ) : (
          <Loading height={520} />
        )
      ) : (
        <Stack gap="md">
          <Credit customer={data} />
          <Figures customer={data} />
          <Card component="section" aria-label="Timeline">
            <Title order={2} mb="lg">
              Timeline
            </Title>
            {data.is_cut && (
              <Text size="sm" c="dimmed" mb="lg">
                Only the newest {formatCount(data.timeline.length)} events are shown.
              </Text>
            )}
            <CustomerTimeline entries={data.timeline} />
          </Card>
        </Stack>
      )}
    </>
  );
}

function Since({ customer }: { readonly customer: Customer }) {
  return (
    <Group gap="xs">
      <StatusBadge status={customer.status} />
      {customer.test_mode && <StatusBadge status="test" />}
      <span>
        first seen <Time at={customer.created_at} />
      </span>
    </Group>
  );
}

function Credit({ customer }: { readonly customer: Customer }) {
  const programId = useProgramId();
  const { partner, link, click_id: clickId } = customer;
  return (
    <Card component="section" aria-label="Credited to">
      <Title order={2} mb="xs">
        Credited to
      </Title>
      {partner === null ? (
        <Text size="sm" c="dimmed">
          Nobody. This customer did not come by a partner’s link, so their sales earn no commission.
        </Text>
      ) : (
        <Text size="sm" component="div">
          <TextLink
            to="/p/$programId/partners/$partnerId"
            params={{ programId, partnerId: String(partner.id) }}
            fw={600}
            underline="always"
          >
            {partner.name}
          </TextLink>
          {link && ` by the link “${link.short_link}”`}
          {clickId !== null && (
            <Text size="xs" c="dimmed" mt={4}>
              Click {clickId}
            </Text>
          )}
        </Text>
      )}
      {customer.named_by === 'browser' && !customer.test_mode && (
        <Text size="xs" c="dimmed" mt="xs">
          So far only a page has reported this customer. If your server reports the sign-up with a click on
          another link, later sales are credited to that link.
        </Text>
      )}
    </Card>
  );
}

function Figures({ customer }: { readonly customer: Customer }) {
  const { currency } = useProgram();
  const nothing = { currency, sales: 0, revenue_cents: 0, refunded_cents: 0, commission_cents: 0 };
  const totals = customer.totals.length === 0 ? [nothing] : customer.totals;
  return totals.map((total) => (
    <SimpleGrid key={total.currency} cols={{ base: 2, md: 4 }} spacing="md">
      <Figure
        label="Sales"
        hint="Payments by this customer. Tests are not counted."
        value={formatCount(total.sales)}
        note={totals.length > 1 ? `in ${total.currency}` : 'tests aside'}
      />
      <Figure
        label="Paid"
        value={<Money amountCents={total.revenue_cents} currency={total.currency} />}
        note="before refunds"
      />
      <Figure
        label="Refunded"
        value={<Money amountCents={total.refunded_cents} currency={total.currency} />}
        note="went back"
      />
      <Figure
        label="Commission"
        value={<Money amountCents={total.commission_cents} currency={total.currency} />}
        note="what is left"
      />
    </SimpleGrid>
  ));
}
