import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { texts } from '../../texts/account.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';

/** Asks for a mail to choose a new password with. The answer is the same whether there is such an account or not. */
export function ForgotPasswordPage() {
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
          title={texts.checkYourInbox}
          description={texts.ifHasAnAccountWeve({ askedFor })}
          isTopLevel
        />
        <Text ta="center" size="sm">
          <TextLink to="/sign-in">{texts.backToSignIn}</TextLink>
        </Text>
      </>
    );
  }
  return (
    <>
      <PageHeader title={texts.forgotYourPassword} description={texts.wellEmailYouAReset} isTopLevel />
      <Form
        submit={texts.sendResetLink}
        write={ask}
        onSubmit={form.onSubmit((values) => ask.send(values))}
        extra={
          <TextLink to="/sign-in" size="sm" mr="auto">
            {texts.backToSignIn}
          </TextLink>
        }
      >
        <TextInput
          type="email"
          label={common.email}
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
      </Form>
    </>
  );
}
