import { Alert, Code, Group, List, Text } from '@mantine/core';
import { useCan, useProgram, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/integration.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type Facts, pageviewWays, paymentWays, referralWays } from './snippets.js';
import { type Integration, standingsOf } from './standing.js';
import { Step } from './step.js';
import { TestEvent } from './test-event.js';
import { Ways } from './ways.js';

interface StepProps {
  readonly facts: Facts;
  readonly integration: Integration;
}

/** Step one: visits through links of partners. */
export function PageviewStep({ facts, integration }: StepProps) {
  return (
    <Step
      number={1}
      title={texts.trackVisits}
      text={texts.rememberWhichPartnersLinkBrought}
      standing={standingsOf(integration).pageview}
      live={texts.liveIn7Days.click({ count: integration.live.clicks })}
    >
      <Ways label={texts.waysToTrackVisits} ways={pageviewWays(facts)} />
      <Origins programId={facts.programId} />
      <Refused live={integration.live} />
      <TestEvent
        type="click"
        isPossible={integration.has_partners}
        lastAt={integration.statistics.pageview.latestTestEvent?.timestamp}
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

/** What came, and was not counted: from sites that are not listed, and with names of links that do not exist. */
function Refused({ live }: { readonly live: Integration['live'] }) {
  if (live.refused_origins.length + live.unknown_aff.length === 0) return null;
  return (
    <Alert color="yellow" title={texts.refusedInTheLast7Days}>
      <List size="sm" spacing={4}>
        {live.refused_origins.map(({ origin, count, last_at: at }) => (
          <List.Item key={origin}>
            {texts.fromASiteThatIsNotListed({
              origin: <Code>{origin}</Code>,
              count,
              time: <Time at={at} form="relative" />,
            })}
          </List.Item>
        ))}
        {live.unknown_aff.map(({ value, count, last_at: at }) => (
          <List.Item key={value}>
            {texts.withAnUnknownLink({
              value: <Code>?aff={value}</Code>,
              count,
              time: <Time at={at} form="relative" />,
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Step two: visitors who sign up. */
export function ReferralsStep({ facts, integration }: StepProps) {
  const mayReadKeys = useCan('api_key:write');
  const { lead_source: leadSource } = useProgram();
  const isServersOnly = leadSource === 'server';
  return (
    <Step
      number={2}
      title={texts.reportSignUps}
      text={texts.linkTheVisitor}
      standing={standingsOf(integration).referrals}
      live={texts.liveIn7Days.signUp({ count: integration.live.leads })}
    >
      <Ways
        label={texts.waysToReportSignUps}
        ways={referralWays(facts).filter(({ key }) => key !== 'page' || !isServersOnly)}
      />
      {isServersOnly && (
        <Text size="sm">
          {texts.thisProgramAcceptsSignUps({
            link: (
              <TextLink
                to="/p/$programId/settings/program"
                params={{ programId: facts.programId }}
                hash="sign-ups"
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
          {texts.svcApiKey({
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
        isPossible={integration.has_partners}
        lastAt={integration.statistics.referrals.latestTestEvent?.timestamp}
      />
    </Step>
  );
}

/** Step three: what customers pay. */
export function PaymentsStep({ facts, integration }: StepProps) {
  const workspaceId = useWorkspaceId();
  const mayConnect = useCan('program:write');
  const { payments } = integration.statistics;
  return (
    <Step
      number={3}
      title={texts.reportPayments}
      text={texts.eachPaymentFromAReferred}
      standing={standingsOf(integration).payments}
      live={texts.liveIn7Days.sale({ count: integration.live.sales })}
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
      {!payments.isProcessorConnected && !integration.payments_reported && (
        <Text size="sm" c="dimmed">
          {texts.thisStepCompletesWhen}
        </Text>
      )}
      <Ways label={texts.waysToReportPayments} ways={paymentWays(facts)} />
      <TestEvent type="sale" isPossible={integration.has_partners} />
    </Step>
  );
}
