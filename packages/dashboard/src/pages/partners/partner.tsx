import { Alert, Button, Card, Grid, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { formatCount, formatShare } from '../../format/number.js';
import { formatDate } from '../../format/time.js';
import { usePeriod } from '../../session/search.js';
import { useCan, useParam, useProgram, useProgramId } from '../../session/session.js';
import { Figure } from '../../ui/figure.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { PartnerBalances } from './partner-balances.js';
import { Approve, Reject, Suspend } from './partner-decisions.js';
import type { PartnerDetail } from './partner-detail.js';
import { PartnerHistory } from './partner-history.js';
import { PartnerLinks } from './partner-links.js';
import { PartnerRule } from './partner-rule.js';
import { PartnerSales } from './partner-sales.js';
import { PartnerStatusBadge } from './partner-status.js';
import { Amounts, countOf } from './totals.js';

/** One partner: where they stand, what they brought, what they are owed, and what was done with them. */
export function Page() {
  const programId = useProgramId();
  const period = usePeriod();
  const partner = useRead('/api/programs/{programId}/partners/{id}', {
    path: { programId, id: useParam('partnerId') },
    query: period.days,
  });
  const { data } = partner;
  if (partner.error?.status === 404) throw partner.error;
  if (data === undefined) {
    return (
      <>
        <PageHeader title="Partner" />
        {partner.error ? (
          <ErrorState error={partner.error} retry={() => void partner.refetch()} />
        ) : (
          <Loading height={560} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={data.name}
        description={
          <Group gap="xs">
            <PartnerStatusBadge status={data.status} />
            <span style={{ overflowWrap: 'anywhere' }}>{data.email}</span>
            <span>
              · {data.status === 'pending' ? 'applied on' : 'here since'} {formatDate(data.joined_at)}
            </span>
          </Group>
        }
        actions={
          <>
            <Decision partner={data} />
            <PeriodPicker value={period.text} onChange={period.set} />
          </>
        }
      />
      {data.status === 'pending' && <Application partner={data} />}
      {data.status === 'approved' && !data.has_account && <NotSignedIn partner={data} />}
      <Figures partner={data} />
      <Grid mt="md" gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <PartnerBalances partner={data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PartnerRule partner={data} />
        </Grid.Col>
      </Grid>
      <PartnerLinks partner={data} />
      <PartnerSales partner={data} />
      <PartnerHistory partner={data} />
    </>
  );
}

/** An application is decided below what was written in it. */
function Decision({ partner }: { readonly partner: PartnerDetail }) {
  const canWrite = useCan('partner:write');
  if (!canWrite || partner.status === 'pending') return null;
  return partner.status === 'approved' ? <Suspend partner={partner} /> : <Approve partner={partner} />;
}

function Application({ partner }: { readonly partner: PartnerDetail }) {
  const canWrite = useCan('partner:write');
  const { application } = partner;
  return (
    <Card component="section" aria-label="Application" mb="md">
      <Title order={2} mb="xs">
        Application
      </Title>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {application?.message ?? 'They wrote nothing about themselves.'}
      </Text>
      {application?.website && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          Website: {application.website}
        </Text>
      )}
      {canWrite && (
        <Group gap="xs" mt="md">
          <Reject partner={partner} />
          <Approve partner={partner} />
        </Group>
      )}
    </Card>
  );
}

function NotSignedIn({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  const send = useWrite('post', '/api/programs/{programId}/partners/{id}/invitation', {
    done: ({ mail_sent: isSent }) =>
      isSent
        ? `A new invitation is on its way to ${partner.email}`
        : 'The invitation was made, but its mail could not be sent. Try again later.',
  });
  return (
    <Alert color="gray" variant="light" mb="md" title={`${partner.name} has not signed in yet`}>
      <Text size="sm">
        Links work all the same. The invitation went to {partner.email}; a new one replaces it.
      </Text>
      {canWrite && (
        <Button
          mt="sm"
          variant="default"
          loading={send.isSending}
          onClick={() => send.send({ path: { programId, id: partner.id }, body: {} })}
        >
          Send the invitation again
        </Button>
      )}
    </Alert>
  );
}

function Figures({ partner: { totals } }: { readonly partner: PartnerDetail }) {
  const { currency } = useProgram();
  const clicks = countOf(totals, 'clicks');
  const leads = countOf(totals, 'leads');
  const customers = countOf(totals, 'customers');
  const sales = countOf(totals, 'sales');
  const share = (part: number, whole: number, name: string) =>
    whole === 0 ? `no ${name}` : `${formatShare(part / whole)} of ${name}`;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
      <Figure label="Clicks" value={formatCount(clicks)} note="without robots" />
      <Figure label="Leads" value={formatCount(leads)} note={share(leads, clicks, 'clicks')} />
      <Figure label="Customers" value={formatCount(customers)} note={share(customers, leads, 'leads')} />
      <Figure label="Sales" value={formatCount(sales)} note="first and later ones" />
      <Figure
        label="Revenue"
        value={<Amounts totals={totals} of="revenue" currency={currency} />}
        note="after refunds"
      />
      <Figure
        label="Commission"
        value={<Amounts totals={totals} of="commission" currency={currency} />}
        note="after refunds"
      />
    </SimpleGrid>
  );
}
