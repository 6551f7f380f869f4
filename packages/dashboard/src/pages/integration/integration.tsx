import { Anchor, Card, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRead } from '../../api/use-read.js';
import { useCan, useProgramId, useWorkspace } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/integration.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { type Integration, standingsOf } from './standing.js';
import { PageviewStep, PaymentsStep, ReferralsStep } from './steps.js';

const EVERY_MS = 3000;

/** The three steps that connect a site: what was tested, and what is live. */
export function IntegrationPage() {
  const programId = useProgramId();
  const status = useRead(
    '/api/programs/{programId}/integration',
    { path: { programId } },
    { everyMs: EVERY_MS },
  );
  const facts = { programId, baseUrl: window.location.origin };
  return (
    <>
      <PageHeader title={texts.integration} description={texts.connectYourSiteInThree} />
      {status.data === undefined ? (
        status.error ? (
          <ErrorState error={status.error} retry={() => void status.refetch()} />
        ) : (
          <Loading height={640} />
        )
      ) : (
        <Stack gap="md" maw="60rem">
          <Progress integration={status.data} />
          {!status.data.has_partners && <NoPartner programId={programId} />}
          <PageviewStep facts={facts} integration={status.data} />
          <ReferralsStep facts={facts} integration={status.data} />
          <PaymentsStep facts={facts} integration={status.data} />
          <More programId={programId} />
        </Stack>
      )}
    </>
  );
}

function Progress({ integration }: { readonly integration: Integration }) {
  const programId = useProgramId();
  const standings = Object.values(standingsOf(integration));
  const done = standings.filter((standing) => standing === 'live' || standing === 'connected').length;
  const isDone = done === standings.length;
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
              {isDone ? texts.everythingIsConnected : texts.ofStepsLive({ done, steps: standings.length })}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {isDone
                ? texts.clicksSignUpsAndPayments
                : texts.lastChecked({ time: <Time at={integration.checked_at} form="relative" /> })}
            </Text>
          </div>
        </Group>
        <LinkButton to="/p/$programId/events" params={{ programId }} variant="default">
          {texts.viewEvents}
        </LinkButton>
      </Group>
    </Card>
  );
}

function NoPartner({ programId }: { readonly programId: string }) {
  const mayInvite = useCan('partner:write');
  return (
    <Card component="section" aria-label={texts.beforeYouTest}>
      <Title order={2} mb={4}>
        {texts.addAPartnerFirst}
      </Title>
      <Text size="sm" mb={mayInvite ? 'sm' : 0}>
        {texts.testEventsFollowAPartners}
      </Text>
      {mayInvite && (
        <LinkButton to="/p/$programId/partners" params={{ programId }}>
          {texts.inviteAPartner}
        </LinkButton>
      )}
    </Card>
  );
}

function More({ programId }: { readonly programId: string }) {
  const mayReadKeys = useCan('api_key:write');
  const mayAddWebhooks = useCan('webhook:write');
  const workspace = useWorkspace();
  return (
    <Card component="section" aria-label={texts.resources}>
      <Title order={2} mb="xs">
        {texts.resources}
      </Title>
      <List size="sm" spacing={4}>
        {mayReadKeys && (
          <List.Item>
            {texts.authenticateYourServer({
              link: (
                <TextLink to="/p/$programId/settings/keys" params={{ programId }} underline="always">
                  {common.apiKeys}
                </TextLink>
              ),
            })}
          </List.Item>
        )}
        {mayAddWebhooks && workspace !== null && (
          <List.Item>
            {texts.tellYourTeam({
              link: (
                <TextLink
                  to="/w/$workspaceId/webhooks"
                  params={{ workspaceId: String(workspace.id) }}
                  underline="always"
                >
                  {texts.webhooks}
                </TextLink>
              ),
            })}
          </List.Item>
        )}
        <List.Item>{texts.keepClickInSafari}</List.Item>
        <List.Item>
          {texts.everyRequestWithItsFields({
            link: (
              <Anchor href="/docs" inherit underline="always">
                {texts.httpReference}
              </Anchor>
            ),
          })}
        </List.Item>
        <List.Item>
          {texts.guidesForTheBrowser({
            link: (
              <Anchor href="/docs.md" inherit underline="always">
                {texts.guides}
              </Anchor>
            ),
          })}
        </List.Item>
      </List>
    </Card>
  );
}
