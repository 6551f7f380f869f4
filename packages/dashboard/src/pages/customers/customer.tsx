import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { idField, useFilters } from '../../session/search.js';
import { useCan, useParam, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/customers.js';
import { texts as saleTexts } from '../../texts/sales.js';
import { ExplainDrawer } from '../../ui/explain/explain-drawer.js';
import { Figure } from '../../ui/figure.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { EnterSaleDrawer } from '../sales/enter-sale-drawer.js';
import { AssignButton } from './assign-button.js';
import { EraseDrawer } from './erase-drawer.js';
import { CustomerTimeline } from './timeline.js';

const FILTERS = { sale: idField };
const DRAWERS = ['sale'] as const;

type Customer = Answer<'/api/programs/{programId}/customers/{id}'>;

/** One customer: who is credited, what they brought, and all that happened. */
export function CustomerPage() {
  const programId = useProgramId();
  const customerId = useParam('customerId');
  const customer = useRead('/api/programs/{programId}/customers/{id}', {
    path: { programId, id: customerId },
  });
  const { data } = customer;
  const [{ sale }, setSearch] = useFilters(FILTERS, DRAWERS);
  return (
    <>
      <Group mb="xs">
        <TextLink to="/p/$programId/customers" params={{ programId }} size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={14} aria-hidden />
            {common.customers}
          </Group>
        </TextLink>
      </Group>
      <PageHeader
        title={data?.customer_key ?? common.customerNumber({ id: customerId })}
        description={data === undefined ? texts.attributionAndActivity : <Since customer={data} />}
        actions={
          data && (
            <>
              <Corrections customer={data} />
              <Erasure customer={data} />
            </>
          )
        }
      />
      {data === undefined ? (
        customer.error ? (
          <ErrorState
            error={customer.error}
            retry={() => void customer.refetch()}
            missing={{ title: texts.thisCustomerDoesNotExist, back: <AllCustomers /> }}
          />
        ) : (
          <Loading height={520} />
        )
      ) : (
        <Stack gap="md">
          <Credit customer={data} />
          <CustomerFigures customer={data} />
          <Card component="section" aria-label={texts.activity}>
            <Title order={2} mb="lg">
              {texts.activity}
            </Title>
            {data.is_cut && (
              <Text size="sm" c="dimmed" mb="lg">
                {texts.onlyTheLatestEvents({ count: formatCount(data.timeline.length) })}
              </Text>
            )}
            <CustomerTimeline entries={data.timeline} onExplain={(saleId) => setSearch({ sale: saleId })} />
          </Card>
        </Stack>
      )}
      <ExplainDrawer
        explained={sale === undefined ? null : { what: 'sales', id: sale }}
        onClose={() => setSearch({ sale: undefined })}
      />
    </>
  );
}

function AllCustomers() {
  return (
    <LinkButton to="/p/$programId/customers" params={{ programId: useProgramId() }} variant="default">
      {texts.allCustomers}
    </LinkButton>
  );
}

function Since({ customer }: { readonly customer: Customer }) {
  return (
    <Group gap="xs">
      <StatusBadge status={customer.status} />
      {customer.test_mode && <StatusBadge status="test" />}
      <span>{texts.firstSeenAt({ time: <Time at={customer.created_at} /> })}</span>
      {customer.erased_at !== null && (
        <span>{texts.erasedAt({ time: <Time at={customer.erased_at} /> })}</span>
      )}
    </Group>
  );
}

/** What can be corrected by hand. Test customers earn nobody anything, so there is nothing to correct. */
function Corrections({ customer }: { readonly customer: Customer }) {
  const canCorrect = useCan('commission:write');
  const [isEntering, entering] = useDisclosure(false);
  const { id, customer_key: customerKey, partner, test_mode: isTest } = customer;
  if (!canCorrect || isTest) return null;
  return (
    <>
      {customerKey !== null && (
        <Button variant="default" onClick={entering.open}>
          {saleTexts.enterASale}
        </Button>
      )}
      <AssignButton
        label={partner === null ? texts.assignToAPartner : texts.assignToAnotherPartner}
        customerId={id}
      />
      {isEntering && customerKey !== null && (
        <EnterSaleDrawer
          customerKey={customerKey}
          partnerId={partner === null ? null : String(partner.id)}
          onClose={entering.close}
        />
      )}
    </>
  );
}

/** The right to be forgotten. */
function Erasure({ customer }: { readonly customer: Customer }) {
  const canErase = useCan('program:write');
  const [isErasing, erasing] = useDisclosure(false);
  if (!canErase || customer.erased_at !== null) return null;
  return (
    <>
      <Button variant="default" onClick={erasing.open}>
        {texts.erasePersonalData}
      </Button>
      {isErasing && <EraseDrawer customerId={customer.id} onClose={erasing.close} />}
    </>
  );
}

function Credit({ customer }: { readonly customer: Customer }) {
  const programId = useProgramId();
  const { partner, link, click_id: clickId } = customer;
  return (
    <Card component="section" aria-label={texts.creditedTo}>
      <Title order={2} mb="xs">
        {texts.creditedTo}
      </Title>
      {partner === null ? (
        <Text size="sm" c="dimmed">
          {texts.noPartnerThisCustomerDidnt}
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
          {link && texts.throughTheLink({ shortLink: link.short_link })}
          {clickId !== null && (
            <Text size="xs" c="dimmed" mt={4}>
              {texts.click({ clickId })}
            </Text>
          )}
        </Text>
      )}
      {customer.named_by === 'browser' && !customer.test_mode && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.onlyAPageHasReported}
        </Text>
      )}
    </Card>
  );
}

function CustomerFigures({ customer }: { readonly customer: Customer }) {
  const { currency } = useProgram();
  const nothing = { currency, sales: 0, revenue_cents: 0, refunded_cents: 0, commission_cents: 0 };
  const totals = customer.totals.length === 0 ? [nothing] : customer.totals;
  return totals.map((total) => (
    <SimpleGrid key={total.currency} cols={{ base: 2, md: 4 }} spacing="md">
      <Figure
        label={common.sales}
        hint={texts.paymentsFromThisCustomerExcluding}
        value={formatCount(total.sales)}
        note={totals.length > 1 ? texts.in({ currency: total.currency }) : texts.exclTests}
      />
      <Figure
        label={texts.paid}
        value={<Money amountCents={total.revenue_cents} currency={total.currency} />}
        note={texts.beforeRefunds}
      />
      <Figure
        label={common.refunded}
        value={<Money amountCents={total.refunded_cents} currency={total.currency} />}
        note={texts.refunded}
      />
      <Figure
        label={common.commission}
        value={<Money amountCents={total.commission_cents} currency={total.currency} />}
        note={texts.net}
      />
    </SimpleGrid>
  ));
}
