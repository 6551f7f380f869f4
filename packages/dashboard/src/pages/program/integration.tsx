import { Anchor, Card, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRead } from '../../api/use-read.js';
import { useCan, useProgramId } from '../../session/session.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { PageviewStep, PaymentsStep, ReferralsStep, type Tracking } from './integration/steps.js';

const EVERY_MS = 3000;

/** The three steps that connect a site, each of which completes before one's eyes. */
export function Page() {
  const programId = useProgramId();
  const status = useRead('/api/tracking/status/{programId}', { path: { programId } }, { everyMs: EVERY_MS });
  const facts = { programId, baseUrl: window.location.origin };
  return (
    <>
      <PageHeader
        title="Integration"
        description="Three steps connect your site. This page looks for itself, and shows each step as it completes."
      />
      {status.data === undefined ? (
        status.error ? (
          <ErrorState error={status.error} retry={() => void status.refetch()} />
        ) : (
          <Loading height={640} />
        )
      ) : (
        <Stack gap="md" maw="60rem">
          <Progress tracking={status.data.data} />
          {!status.data.data.hasPartners && <NoPartner programId={programId} />}
          <PageviewStep facts={facts} tracking={status.data.data} />
          <ReferralsStep facts={facts} tracking={status.data.data} />
          <PaymentsStep facts={facts} tracking={status.data.data} />
          <More programId={programId} />
        </Stack>
      )}
    </>
  );
}

function Progress({ tracking }: { readonly tracking: Tracking }) {
  const programId = useProgramId();
  const steps = Object.values(tracking.stepStatuses);
  const done = steps.filter((step) => step === 'complete').length;
  const isDone = done === steps.length;
  return (
    <Card padding="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          {isDone && (
            <ThemeIcon radius="xl" size={32} aria-hidden>
              <IconCheck size={18} />
            </ThemeIcon>
          )}
          <div>
            <Text fw={600} role="status">
              {isDone ? 'Everything is connected' : `${done} of ${steps.length} steps complete`}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {isDone ? (
                'Clicks, signups and payments are being recorded. There is nothing left to do here.'
              ) : (
                <>
                  Looked <Time at={tracking.lastUpdated} form="relative" />
                </>
              )}
            </Text>
          </div>
        </Group>
        <LinkButton to="/p/$programId/events" params={{ programId }} variant="default">
          See the events
        </LinkButton>
      </Group>
    </Card>
  );
}

function NoPartner({ programId }: { readonly programId: string }) {
  const mayInvite = useCan('partner:write');
  return (
    <Card component="section" aria-label="Before you test">
      <Title order={2} mb={4}>
        A partner with a link comes first
      </Title>
      <Text size="sm" mb={mayInvite ? 'sm' : 0}>
        Test events follow a partner’s link, and nobody has been approved in this program yet.
      </Text>
      {mayInvite && (
        <LinkButton to="/p/$programId/partners" params={{ programId }}>
          Invite a partner
        </LinkButton>
      )}
    </Card>
  );
}

function More({ programId }: { readonly programId: string }) {
  const mayReadKeys = useCan('key:write');
  return (
    <Card component="section" aria-label="More">
      <Title order={2} mb="xs">
        More
      </Title>
      <List size="sm" spacing={4}>
        {mayReadKeys && (
          <List.Item>
            <TextLink to="/p/$programId/settings/keys" params={{ programId }} underline="always">
              API keys
            </TextLink>
            , with which your server reports
          </List.Item>
        )}
        <List.Item>
          <Anchor href="/docs" inherit underline="always">
            HTTP reference
          </Anchor>
          , every request with its fields and answers
        </List.Item>
        <List.Item>
          Guides for the browser, the server, the card processor and test mode are in the folder{' '}
          <strong>docs</strong> of svc’s repository
        </List.Item>
      </List>
    </Card>
  );
}
