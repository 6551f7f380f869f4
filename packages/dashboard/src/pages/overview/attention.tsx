import { Card, Group, List, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { useProgram, useProgramId, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/overview.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';

type Data = Answer<'/api/programs/{programId}/attention'>;

/** What to do in the program: what is left to set up until the first real sale, and what waits for the viewer. */
export function Attention() {
  const programId = useProgramId();
  const { data, error } = useRead('/api/programs/{programId}/attention', { path: { programId } });
  if (data === undefined) return error ? null : <Skeleton height={64} mb="md" aria-hidden />;
  return (
    <>
      {data.setup && <Setup setup={data.setup} />}
      <Waiting data={data} />
    </>
  );
}

function Setup({ setup }: { readonly setup: NonNullable<Data['setup']> }) {
  const to = `/p/${useProgramId()}`;
  const steps = [
    { isDone: setup.origin_allowed, label: texts.allowOrigin, to: `${to}/settings/origins` },
    { isDone: setup.partner_approved, label: texts.invitePartner, to: `${to}/partners` },
    { isDone: setup.click_seen, label: texts.firstClick, to: `${to}/integration` },
    { isDone: setup.lead_seen, label: texts.firstLead, to: `${to}/integration` },
    { isDone: setup.sale_seen, label: texts.firstSale, to: `${to}/integration` },
    { isDone: setup.payout_details, label: texts.partnerPayoutDetails, to: `${to}/partners` },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card mb="md" padding="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="setup">
          {texts.setUp}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.stepsDone({ done, all: steps.length })}
        </Text>
      </Group>
      <List spacing={6} listStyleType="none" aria-labelledby="setup" center>
        {steps.map(({ isDone, label, to: address }) => (
          <List.Item key={label} icon={<StepIcon isDone={isDone} />}>
            {isDone ? <Text c="dimmed">{label}</Text> : <TextLink to={address}>{label}</TextLink>}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function StepIcon({ isDone }: { readonly isDone: boolean }) {
  return (
    <ThemeIcon
      variant={isDone ? 'filled' : 'light'}
      color={isDone ? 'brand' : 'gray'}
      size={22}
      radius="xl"
      role="img"
      aria-label={isDone ? texts.done : texts.toDo}
    >
      {isDone ? <IconCheck size={14} aria-hidden /> : <IconCircleDashed size={14} aria-hidden />}
    </ThemeIcon>
  );
}

interface Line {
  readonly label: ReactNode;
  readonly to: string;
  readonly search?: Record<string, string>;
}

function Waiting({ data }: { readonly data: Data }) {
  const unprovenHosts = useProgram().hosts.filter(({ status }) => status === 'unproven').length;
  const lines = linesOf({ ...data, unprovenHosts }, useProgramId(), useWorkspaceId());
  if (lines.length === 0) {
    // Somebody who sets up has enough to do; a viewer who may act on nothing sees nothing.
    return data.setup || data.open_claims === null ? null : (
      <Text c="dimmed" size="sm" mb="md">
        {texts.nothingNeedsAttention}
      </Text>
    );
  }
  return (
    <Card mb="md" padding="md">
      <Title order={2} size="h4" mb="sm" id="attention">
        {texts.needsAttention}
      </Title>
      <List spacing={6} listStyleType="none" aria-labelledby="attention">
        {lines.map(({ label, to, search }) => (
          <List.Item key={`${to} ${JSON.stringify(search)}`}>
            <TextLink to={to} search={search ?? {}}>
              {label}
            </TextLink>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function linesOf(
  data: Data & { readonly unprovenHosts: number },
  programId: string,
  workspaceId: string,
): Line[] {
  const at = (page: string) => `/p/${programId}/${page}`;
  const line = (
    count: number | null,
    label: (values: { count: number }) => ReactNode,
    to: string,
    search?: Line['search'],
  ): Line[] => (count ? [{ label: label({ count }), to, ...(search && { search }) }] : []);
  const paymentEvents = data.payment_events.reduce((sum, { count }) => sum + count, 0);
  return [
    ...line(data.open_claims, texts.openClaims, at('claims'), { status: 'open' }),
    ...line(data.applications, texts.applications, at('partners'), { status: 'pending' }),
    ...data.payouts_due.map(({ currency, partners, due_cents: cents }) => ({
      label: texts.payoutsDue({
        count: partners,
        amount: <Money amountCents={cents} currency={currency} />,
      }),
      to: at('payouts'),
      search: { show: 'due', currency },
    })),
    ...data.payouts_open.map(({ currency, payouts, open_cents: cents }) => ({
      label: texts.payoutsOpen({
        count: payouts,
        amount: <Money amountCents={cents} currency={currency} />,
      }),
      to: at('payouts'),
      search: { show: 'runs' },
    })),
    ...line(data.missing_details, texts.missingDetails, at('payouts'), { show: 'due' }),
    ...line(data.held_commissions, texts.heldCommissions, at('commissions'), { status: 'held' }),
    ...(data.flagged_commissions ?? []).map(({ flag, count }) => ({
      label: texts.flaggedCommissions({ count: formatCount(count), flag: common.flags[flag] }),
      to: at('commissions'),
      search: { flag, status: 'pending' },
    })),
    ...line(data.refused_origins, texts.refusedOrigins, at('settings/origins')),
    ...line(data.unreported_visits, texts.unreportedVisits, at('integration')),
    // Only members who may change origins receive `refused_origins`.
    ...line(
      data.refused_origins === null ? null : data.unprovenHosts,
      texts.unprovenHosts,
      at('settings/origins'),
      {},
    ),
    ...line(data.failing_webhooks, texts.failingWebhooks, `/w/${workspaceId}/webhooks`),
    ...line(paymentEvents, texts.paymentEvents, `/w/${workspaceId}/processor`),
  ];
}
