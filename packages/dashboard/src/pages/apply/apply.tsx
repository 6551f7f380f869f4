import { Alert, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { plural } from '../../format/number.js';
import { formatRule } from '../../format/rule.js';
import { useProgramId } from '../../session/session.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';

type Application = Answer<'/api/public/programs/{programId}/application'>;

const LONGEST_MESSAGE = 2000;

/** The public page on which somebody asks to become a partner of a program. */
export function Page() {
  const programId = useProgramId();
  const path = { programId };
  const application = useRead('/api/public/programs/{programId}/application', { path });
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (application.error?.status === 404) return <Closed />;
  if (application.error) {
    return (
      <>
        <PageHeader title="Become a partner" isTopLevel />
        <ErrorState error={application.error} retry={() => void application.refetch()} />
      </>
    );
  }
  if (application.data === undefined) return <Loading height={520} />;
  if (sentTo !== null) return <Thanks application={application.data} email={sentTo} />;
  return (
    <Stack gap="lg">
      <PageHeader
        title={`Become a partner of ${application.data.program}`}
        description={`${application.data.company} pays you for customers you bring to ${application.data.domain}.`}
        isTopLevel
      />
      <Terms application={application.data} />
      <ApplicationFormFields onSent={setSentTo} />
      <Text size="sm" ta="center" c="dimmed">
        A partner already?{' '}
        <TextLink to="/sign-in" underline="always">
          Sign in
        </TextLink>
      </Text>
    </Stack>
  );
}

function Terms({ application }: { readonly application: Application }) {
  const { commission, currency, cookie_window_days: days, text } = application;
  return (
    <section aria-label="Terms">
      {text !== null && (
        <Text size="sm" mb="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      <Alert color="brand" variant="light">
        <List size="sm" spacing={6}>
          {commission !== null && <List.Item>You earn {formatRule(commission, currency)}.</List.Item>}
          <List.Item>
            A visitor who comes through your link is yours for {plural(days, 'day')}: whoever signs up or buys
            in that time counts for you.
          </List.Item>
          <List.Item>You see every click, sale and payout as soon as it happens.</List.Item>
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
      name: (name) => (name.trim() === '' ? 'Write your name' : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write your email address'),
      website: (website) =>
        website.trim() === '' || URL.canParse(addressOfSite(website))
          ? null
          : 'Write it such as https://my-blog.example',
    },
  });
  const apply = useWrite('post', '/api/public/programs/{programId}/application', {
    showsError: true,
    onDone: (_, { body }) => onSent(body.email),
  });
  return (
    <Form
      submit="Apply"
      write={apply}
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
        label="Your name"
        autoComplete="name"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label="Email"
        description="Once you are approved, a mail comes here that lets you sign in."
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Website or profile"
        placeholder="https://"
        inputMode="url"
        autoComplete="url"
        {...form.getInputProps('website')}
      />
      <Textarea
        label="How will you recommend us?"
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
      <PageHeader title="Thank you" isTopLevel />
      <Text ta="center" role="status">
        {application.company} looks at your application. Once it is approved, a mail to{' '}
        <strong style={{ overflowWrap: 'anywhere' }}>{email}</strong> lets you sign in and gives you your
        links.
      </Text>
      <Text size="sm" ta="center" c="dimmed" mt="lg">
        A partner already?{' '}
        <TextLink to="/sign-in" underline="always">
          Sign in
        </TextLink>
      </Text>
    </>
  );
}

function Closed() {
  return (
    <>
      <PageHeader title="Not open for applications" isTopLevel />
      <EmptyState
        title="This program takes no new partners right now"
        text={
          <>
            If the program knows you already, it can invite you by mail. If you are a partner,{' '}
            <TextLink to="/sign-in" underline="always">
              sign in
            </TextLink>
            .
          </>
        }
      />
    </>
  );
}
