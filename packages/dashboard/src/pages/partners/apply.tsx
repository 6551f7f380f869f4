import { Alert, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { rememberBranding } from '../../session/branding.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';

type Application = Answer<'/api/public/programs/{programId}/application'>;

const LONGEST_MESSAGE = 2000;

const FIELDS = {
  name: { at: 'name', invalid: common.enterYourName },
  email: { at: 'email', invalid: texts.enterYourEmailAddress },
  website: { at: 'website', invalid: texts.enterAUrlSuch },
  message: { at: 'message' },
} as const;

/** The public page on which somebody asks to become a partner of a program. */
export function ApplicationPage() {
  const programId = useProgramId();
  const path = { programId };
  const application = useRead('/api/public/programs/{programId}/application', { path });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const branding = application.data?.branding;
  useEffect(() => branding && rememberBranding(branding), [branding]);
  if (application.error?.status === 404) return <Closed />;
  if (application.error) {
    return (
      <>
        <PageHeader title={texts.becomeAPartner} isTopLevel />
        <ErrorState error={application.error} retry={() => void application.refetch()} />
      </>
    );
  }
  if (application.data === undefined) return <Loading height={520} />;
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
      <ApplicationFormFields onSent={setSentTo} />
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

function ApplicationFormFields({ onSent }: { readonly onSent: (email: string) => void }) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: { name: '', email: '', website: '', message: '' },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterYourName : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : texts.enterYourEmailAddress),
      website: (website) =>
        website.trim() === '' || URL.canParse(addressOfSite(website)) ? null : texts.enterAUrlSuch,
    },
  });
  const apply = useWrite('post', '/api/public/programs/{programId}/application', {
    showsError: true,
    onDone: (_, { body }) => onSent(body.email),
  });
  const shown = useFieldErrors(form, apply, FIELDS);
  return (
    <Form
      submit={texts.apply}
      write={shown}
      onSubmit={form.onSubmit(({ name, email, website, message }) =>
        apply.send({
          path: { programId },
          body: {
            name: name.trim(),
            email: email.trim(),
            website: website.trim() === '' ? null : addressOfSite(website),
            message: message.trim() === '' ? null : message.trim(),
          },
        }),
      )}
    >
      <TextInput
        label={common.yourName}
        autoComplete="name"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={common.email}
        description={texts.wellEmailYouHereOnce}
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label={texts.websiteOrProfile}
        placeholder="https://"
        inputMode="url"
        autoComplete="url"
        {...form.getInputProps('website')}
      />
      <Textarea
        label={texts.howWillYouPromoteUs}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST_MESSAGE}
        {...form.getInputProps('message')}
      />
    </Form>
  );
}

/** A site as people write it, with the beginning that addresses have. */
function addressOfSite(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
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
