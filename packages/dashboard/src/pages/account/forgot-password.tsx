import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';

/** Asks for a mail to choose a new password with. The answer is the same whether there is such an account or not. */
export function Page() {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '' } });
  const ask = useAction(({ email }: { email: string }) => auth.requestPasswordReset(email), {
    showsError: true,
    onDone: (_, { email }) => setAskedFor(email),
  });
  if (askedFor !== null) {
    return (
      <>
        <PageHeader
          title="Look into your mail"
          description={`If ${askedFor} has an account here, a mail is on its way to it. The address in it works once, for an hour.`}
          isTopLevel
        />
        <Text ta="center" size="sm">
          <TextLink to="/sign-in">Back to signing in</TextLink>
        </Text>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Forgot the password?"
        description="We send you a mail to choose a new one with."
        isTopLevel
      />
      <Form
        submit="Send the mail"
        write={ask}
        onSubmit={form.onSubmit((values) => ask.send(values))}
        extra={
          <TextLink to="/sign-in" size="sm" mr="auto">
            Back to signing in
          </TextLink>
        }
      >
        <TextInput
          type="email"
          label="Email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
      </Form>
    </>
  );
}
