import { Alert, Button, Card, Grid, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { formatCount, formatShare } from '../../format/number.js';
import { formatDate } from '../../format/time.js';
import { usePeriod } from '../../session/search.js';
import { useCan, useParam, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { Breakable } from '../../ui/breakable.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { Figure } from '../../ui/figure.js';
import { InvitationLink } from '../../ui/invitation-link.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { PartnerAdjustments } from '../adjustments/partner-adjustments.js';
import { ApplicationAnswers } from '../applications/answers.js';
import { PartnerGroup } from './group-field.js';
import { MessageButton } from './messages/message-button.js';
import { PartnerMessages } from './messages/partner-messages.js';
import { PartnerBalances } from './partner-balances.js';
import { PartnerCodes } from './partner-codes.js';
import { Approve, ApproveAgain, Reject, Suspend } from './partner-decisions.js';
import type { PartnerDetail } from './partner-detail.js';
import { PartnerHistory } from './partner-history.js';
import { PartnerLinks } from './partner-links.js';
import { PartnerNotes } from './partner-notes.js';
import { PartnerRule } from './partner-rule.js';
import { PartnerSales } from './partner-sales.js';
import { PartnerStatusBadge } from './partner-status.js';
import { PartnerTags } from './tags.js';
import { Amounts, countOf } from './totals.js';
import { ViewAsPartner } from './view-as-partner.js';

/** One partner: where they stand, what they brought, what they are owed, and what was done with them. */
export function PartnerPage() {
  const partnerId = useParam('partnerId');
  // What was typed about one partner, or made for them, is not for the next.
  return <PartnerOf key={partnerId} partnerId={partnerId} />;
}

function PartnerOf({ partnerId }: { readonly partnerId: string }) {
  const programId = useProgramId();
  const period = usePeriod();
  const partner = useRead('/api/programs/{programId}/partners/{id}', {
    path: { programId, id: partnerId },
    query: period.days,
  });
  const { data } = partner;
  const [link, setLink] = useState<string | null>(null);
  if (data === undefined) {
    return (
      <>
        <PageHeader title={common.partner} />
        {partner.error ? (
          <NotLoaded error={partner.error} retry={() => void partner.refetch()} />
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
            <Breakable>{data.email}</Breakable>
            <span>
              {data.status === 'pending' || data.status === 'rejected' ? texts.applied : common.joined}{' '}
              {formatDate(data.joined_at)}
            </span>
          </Group>
        }
        actions={
          <>
            <ViewAsPartner partner={data} />
            <MessageButton partner={data} />
            <Decision partner={data} onLink={setLink} />
            <PeriodPicker value={period.text} onChange={period.set} />
          </>
        }
      />
      {link !== null && <InvitationLink url={link} email={data.email} onClose={() => setLink(null)} />}
      {(data.status === 'pending' || data.application !== null || data.application_answers.length > 0) && (
        <Application partner={data} onLink={setLink} />
      )}
      {data.status === 'approved' && !data.has_account && <NotSignedIn partner={data} />}
      <Sorting partner={data} />
      <PartnerFigures partner={data} />
      <Grid mt="md" gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <PartnerBalances partner={data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PartnerRule partner={data} />
        </Grid.Col>
      </Grid>
      <PartnerAdjustments partner={data} />
      <PartnerNotes partnerId={data.id} />
      <PartnerMessages partnerId={data.id} />
      <PartnerLinks partner={data} />
      <PartnerCodes partner={data} />
      <ProgramBreakdown first="referrer_host" partnerId={data.id} />
      <PartnerSales partner={data} />
      <PartnerHistory partner={data} />
    </>
  );
}

/** The words and the group that the team finds a partner by. */
function Sorting({ partner }: { readonly partner: PartnerDetail }) {
  return (
    <Grid mb="md" gap="md">
      <Grid.Col span={{ base: 12, sm: 8 }}>
        <PartnerTags partner={partner} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <PartnerGroup partner={partner} />
      </Grid.Col>
    </Grid>
  );
}

function NotLoaded(failure: { readonly error: Error; readonly retry: () => void }) {
  const programId = useProgramId();
  const back = (
    <LinkButton to="/p/$programId/partners" params={{ programId }} variant="default">
      {texts.allPartners}
    </LinkButton>
  );
  return <ErrorState {...failure} missing={{ title: texts.thisPartnerDoesNotExist, back }} />;
}

interface DecisionProps {
  readonly partner: PartnerDetail;
  /** Gets the link of an invitation that no email brings. */
  readonly onLink: (url: string) => void;
}

/** An application is decided below what was written in it. */
function Decision({ partner, onLink }: DecisionProps) {
  const canWrite = useCan('partner:write');
  if (!canWrite || partner.status === 'pending') return null;
  return partner.status === 'approved' ? (
    <Suspend partner={partner} />
  ) : (
    <ApproveAgain partner={partner} onLink={onLink} />
  );
}

function Application({ partner, onLink }: DecisionProps) {
  const canWrite = useCan('partner:write');
  const { application } = partner;
  return (
    <Card component="section" aria-label={texts.application} mb="md">
      <Title order={2} mb="xs">
        {texts.application}
      </Title>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {application?.message ?? texts.noMessageProvided}
      </Text>
      {application?.website && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {texts.website({ website: application.website })}
        </Text>
      )}
      <ApplicationAnswers answers={partner.application_answers} />
      {canWrite && partner.status === 'pending' && (
        <Group gap="xs" mt="md">
          <Reject partner={partner} />
          <Approve partner={partner} onLink={onLink} />
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
      isSent ? texts.weveEmailedANewInvitation({ email: partner.email }) : texts.theInvitationWasCreated,
  });
  const url = send.answer?.invitation_url ?? null;
  if (url !== null) return <InvitationLink url={url} email={partner.email} onClose={send.reset} />;
  return (
    <Alert color="gray" variant="light" mb="md" title={texts.hasNotSignedInYet({ name: partner.name })}>
      <Text size="sm">{texts.theirLinksAlreadyWorkWe({ email: partner.email })}</Text>
      {canWrite && (
        <Button
          mt="sm"
          variant="default"
          loading={send.isSending}
          onClick={() => send.send({ path: { programId, id: partner.id }, body: {} })}
        >
          {texts.resendInvitation}
        </Button>
      )}
    </Alert>
  );
}

function PartnerFigures({ partner: { totals } }: { readonly partner: PartnerDetail }) {
  const { currency } = useProgram();
  const clicks = countOf(totals, 'clicks');
  const leads = countOf(totals, 'leads');
  const customers = countOf(totals, 'customers');
  const sales = countOf(totals, 'sales');
  const share = (part: number, whole: number, of: 'clicks' | 'leads') =>
    whole === 0 ? texts.noneOf[of] : texts.shareOf[of]({ share: formatShare(part / whole) });
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
      <Figure label={common.clicks} value={formatCount(clicks)} note={texts.botsExcluded} />
      <Figure label={common.leads} value={formatCount(leads)} note={share(leads, clicks, 'clicks')} />
      <Figure
        label={common.customers}
        value={formatCount(customers)}
        note={share(customers, leads, 'leads')}
      />
      <Figure label={common.sales} value={formatCount(sales)} note={texts.newAndRepeat} />
      <Figure
        label={common.revenue}
        value={<Amounts totals={totals} amount="revenue" currency={currency} />}
        note={texts.netOfRefunds}
      />
      <Figure
        label={common.commission}
        value={<Amounts totals={totals} amount="commission" currency={currency} />}
        note={texts.netOfRefunds}
      />
    </SimpleGrid>
  );
}
