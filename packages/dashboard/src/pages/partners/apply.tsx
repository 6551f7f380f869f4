import { Alert, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatRule } from '../../format/rule.js';
import { useRememberBranding } from '../../session/branding.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';
import { ApplicationFields } from './application-fields.js';

type Application = Answer<'/api/public/programs/{programId}/application'>;

/** The public page on which somebody asks to become a partner of a program. */
export function ApplicationPage() {
  const programId = useProgramId();
  const path = { programId };
  const application = useRead('/api/public/programs/{programId}/application', { path });
  const [sentTo, setSentTo] = useState<string | null>(null);
  useRememberBranding(application.data?.branding);
  // What is shown already stays, and with it what was typed, when it cannot be read again.
  if (application.data === undefined) {
    if (application.error === null) return <Loading height={520} />;
    if (application.error.status === 404) return <Closed />;
    return (
      <>
        <PageHeader title={texts.becomeAPartner} isTopLevel />
        <ErrorState error={application.error} retry={() => void application.refetch()} />
      </>
    );
  }
  if (sentTo !== null) return <Thanks application={application.data} email={sentTo} />;
  return (
    <Stack gap="lg">
      <PageHeader
        title={texts.becomeAPartnerOf({ program: application.data.program })}
        description={texts.paysYouForTheCustomers({
          workspace: application.data.company,
          domain: application.data.domain,
        })}
        isTopLevel
      />
      <ApplicationTerms application={application.data} />
      <ApplicationFields
        key={programId}
        questions={application.data.questions}
        onSent={setSentTo}
        onQuestionsChanged={() => void application.refetch()}
      />
      <Text size="sm" ta="center" c="dimmed">
        {texts.alreadyAPartner({
          link: (
            <TextLink to="/sign-in" underline="always">
              {texts.signIn}
            </TextLink>
          ),
        })}
      </Text>
    </Stack>
  );
}

function ApplicationTerms({ application }: { readonly application: Application }) {
  const { commission, currency, cookie_window_days: days, text } = application;
  return (
    <section aria-label={texts.terms}>
      {text !== null && (
        <Text size="sm" mb="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      <Alert color="brand" variant="light">
        <List size="sm" spacing={6}>
          {commission !== null && (
            <List.Item>{texts.youEarn({ rule: formatRule(commission, currency) })}</List.Item>
          )}
          <List.Item>{texts.youreCreditedForVisitorsWho({ days })}</List.Item>
          <List.Item>{texts.youSeeEveryClickSale}</List.Item>
        </List>
      </Alert>
    </section>
  );
}

function Thanks({ application, email }: { readonly application: Application; readonly email: string }) {
  return (
    <>
      <PageHeader title={texts.thanksForApplying} isTopLevel />
      <Text ta="center" role="status">
        {texts.isReviewingYourApplicationOnce({
          workspace: application.company,
          email: <strong style={{ overflowWrap: 'anywhere' }}>{email}</strong>,
        })}
      </Text>
      <Text size="sm" ta="center" c="dimmed" mt="lg">
        {texts.alreadyAPartner({
          link: (
            <TextLink to="/sign-in" underline="always">
              {texts.signIn}
            </TextLink>
          ),
        })}
      </Text>
    </>
  );
}

function Closed() {
  return (
    <>
      <PageHeader title={texts.applicationsAreClosed} isTopLevel />
      <EmptyState
        title={texts.thisProgramIsntAcceptingNew}
        text={texts.theCompanyCanStillInvite({
          link: (
            <TextLink to="/sign-in" underline="always">
              {texts.signInLink}
            </TextLink>
          ),
        })}
      />
    </>
  );
}
