import { useForm } from '@mantine/form';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { useHashToken } from '../../session/hash-token.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkButton } from '../../ui/links.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../ui/new-password.js';
import { PageHeader } from '../../ui/page-header.js';

/** Where the mail for a forgotten password leads. */
export function Page() {
  const token = useHashToken();
  const [isDone, setIsDone] = useState(false);
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordFault } });
  const reset = useAction(({ password }: { password: string }) => auth.resetPassword(token, password), {
    showsError: true,
    onDone: () => setIsDone(true),
  });
  if (token === '') {
    return (
      <>
        <PageHeader
          title="This address is not complete"
          description="Open the address in the mail as a whole, or ask for another mail."
          isTopLevel
        />
        <LinkButton to="/forgot-password" fullWidth>
          Ask for another mail
        </LinkButton>
      </>
    );
  }
  if (isDone) {
    return (
      <>
        <PageHeader
          title="Your password is changed"
          description="You have been signed out everywhere else."
          isTopLevel
        />
        <LinkButton to="/sign-in" fullWidth>
          Sign in
        </LinkButton>
      </>
    );
  }
  const { fault, rest } = splitPasswordFault(reset);
  return (
    <>
      <PageHeader title="Choose a new password" isTopLevel />
      <Form
        submit="Change the password"
        write={rest}
        onSubmit={form.onSubmit((values) => reset.send(values))}
      >
        <NewPassword {...form.getInputProps('password')} fault={fault} />
      </Form>
    </>
  );
}
