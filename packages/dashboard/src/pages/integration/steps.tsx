import { Group, List, Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { useCan, useProgram, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/integration.js';
import { fill } from '../../ui/fill.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { StatusBadge } from '../../ui/status-badge.js';
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
      title={texts.trackVisits}
      text={texts.rememberWhichPartnersLinkBrought}
      isComplete={tracking.stepStatuses.pageview === 'complete'}
    >
      <Ways label={texts.waysToTrackVisits} ways={pageviewWays(facts)} />
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
        {origins.length === 0 ? texts.noSiteCanReportVisits : texts.onlyTheseSitesCanReport}
        {mayChange && (
          <TextLink to="/p/$programId/settings/origins" params={{ programId }} underline="always">
            {origins.length === 0 ? texts.addASite : texts.change}
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
      title={texts.reportSignUps}
      text={texts.linkTheVisitor}
      isComplete={tracking.stepStatuses.referrals === 'complete'}
    >
      <Ways
        label={texts.waysToReportSignUps}
        ways={referralWays(facts).filter(({ key }) => key !== 'page' || !isServersOnly)}
      />
      {isServersOnly && (
        <Text size="sm">
          {fill(texts.thisProgramAcceptsSignUps, {
            link: (
              <TextLink
                to="/p/$programId/settings/program"
                params={{ programId: facts.programId }}
                underline="always"
              >
                {texts.programSettings}
              </TextLink>
            ),
          })}
        </Text>
      )}
      {mayReadKeys && (
        <Text size="sm">
          {fill(texts.svcApiKey, {
            link: (
              <TextLink
                to="/p/$programId/settings/keys"
                params={{ programId: facts.programId }}
                underline="always"
              >
                {texts.getAKey}
              </TextLink>
            ),
          })}
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
      title={texts.reportPayments}
      text={texts.eachPaymentFromAReferred}
      isComplete={tracking.stepStatuses.payments === 'complete'}
    >
      <Group gap="sm">
        <Text size="sm">{texts.paymentProvider}</Text>
        <StatusBadge status={payments.processorConnectionStatus} />
        {mayConnect && (
          <LinkButton
            to="/w/$workspaceId/processor"
            params={{ workspaceId }}
            size="xs"
            variant={payments.isProcessorConnected ? 'default' : 'filled'}
          >
            {payments.isProcessorConnected ? common.paymentProvider : texts.connectPaymentProvider}
          </LinkButton>
        )}
      </Group>
      {!payments.isProcessorConnected && (
        <Text size="sm" c="dimmed">
          {texts.thisStepCompletesWhen}
        </Text>
      )}
      <Ways label={texts.waysToReportPayments} ways={paymentWays(facts)} />
      <TestEvent type="sale" isPossible={tracking.hasPartners} />
    </Step>
  );
}
