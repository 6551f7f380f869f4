import { Group, List, Text } from '@mantine/core';
import type { Answer } from '../../../api/client.js';
import { useCan, useProgram, useWorkspaceId } from '../../../session/session.js';
import { LinkButton, TextLink } from '../../../ui/links.js';
import { StatusBadge } from '../../../ui/status-badge.js';
import { type Facts, pageviewWays, paymentWays, referralWays } from './snippets.js';
import { Step } from './step.js';
import { TestEvent } from './test-event.js';
import { Ways } from './ways.js';

export type Tracking = Answer<'/api/tracking/status/{programId}'>['data'];

interface StepProps {
  readonly facts: Facts;
  readonly tracking: Tracking;
}

/** Step one: visits through links of partners. */
export function PageviewStep({ facts, tracking }: StepProps) {
  return (
    <Step
      number={1}
      title="Record visits"
      text="Remember which partner’s link a visitor came by."
      isComplete={tracking.stepStatuses.pageview === 'complete'}
    >
      <Ways label="Ways to record visits" ways={pageviewWays(facts)} />
      <Origins programId={facts.programId} />
      <TestEvent
        type="click"
        isPossible={tracking.hasPartners}
        lastAt={tracking.statistics.pageview.latestTestEvent?.timestamp}
      />
    </Step>
  );
}

function Origins({ programId }: { readonly programId: string }) {
  const { allowed_origins: origins } = useProgram();
  const mayChange = useCan('program:write');
  return (
    <div>
      <Text size="sm">
        {origins.length === 0
          ? 'No site may report visits yet. Add the address of yours. '
          : 'Visits are taken from these sites only. '}
        {mayChange && (
          <TextLink to="/p/$programId/settings/origins" params={{ programId }} underline="always">
            {origins.length === 0 ? 'Add a site' : 'Change'}
          </TextLink>
        )}
      </Text>
      {origins.length > 0 && (
        <List size="sm" mt={4}>
          {origins.map((origin) => (
            <List.Item key={origin}>{origin}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

/** Step two: visitors who sign up. */
export function ReferralsStep({ facts, tracking }: StepProps) {
  const mayReadKeys = useCan('key:write');
  const { lead_source: leadSource } = useProgram();
  const isServersOnly = leadSource === 'server';
  return (
    <Step
      number={2}
      title="Report signups"
      text="Tell who the visitor has become, so that later payments are known to be theirs."
      isComplete={tracking.stepStatuses.referrals === 'complete'}
    >
      <Ways
        label="Ways to report signups"
        ways={referralWays(facts).filter(({ key }) => key !== 'page' || !isServersOnly)}
      />
      {isServersOnly && (
        <Text size="sm">
          This program accepts sign-ups from servers only.{' '}
          <TextLink
            to="/p/$programId/settings/program"
            params={{ programId: facts.programId }}
            underline="always"
          >
            Program settings
          </TextLink>
        </Text>
      )}
      {mayReadKeys && (
        <Text size="sm">
          SVC_API_KEY is an API key of this program.{' '}
          <TextLink
            to="/p/$programId/settings/keys"
            params={{ programId: facts.programId }}
            underline="always"
          >
            Get a key
          </TextLink>
        </Text>
      )}
      <TestEvent
        type="lead"
        isPossible={tracking.hasPartners}
        lastAt={tracking.statistics.referrals.latestTestEvent?.timestamp}
      />
    </Step>
  );
}

/** Step three: what customers pay. */
export function PaymentsStep({ facts, tracking }: StepProps) {
  const workspaceId = useWorkspaceId();
  const mayConnect = useCan('program:write');
  const { payments } = tracking.statistics;
  return (
    <Step
      number={3}
      title="Report payments"
      text="Every payment of a referred customer becomes a sale, and a commission."
      isComplete={tracking.stepStatuses.payments === 'complete'}
    >
      <Group gap="sm">
        <Text size="sm">Card processor:</Text>
        <StatusBadge status={payments.processorConnectionStatus} />
        {mayConnect && (
          <LinkButton
            to="/w/$workspaceId/processor"
            params={{ workspaceId }}
            size="xs"
            variant={payments.isProcessorConnected ? 'default' : 'filled'}
          >
            {payments.isProcessorConnected ? 'Card processor' : 'Connect the card processor'}
          </LinkButton>
        )}
      </Group>
      {!payments.isProcessorConnected && (
        <Text size="sm" c="dimmed">
          This step is complete once the card processor is connected. If your own server reports the payments,
          it stays pending, and that is all right.
        </Text>
      )}
      <Ways label="Ways to report payments" ways={paymentWays(facts)} />
      <TestEvent type="sale" isPossible={tracking.hasPartners} />
    </Step>
  );
}
