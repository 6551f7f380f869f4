import { useForm } from '@mantine/form';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { useHashToken } from '../../session/hash-token.js';
import { texts } from '../../texts/account.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkButton } from '../../ui/links.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../ui/new-password.js';
import { PageHeader } from '../../ui/page-header.js';

/** Where the mail for a forgotten password leads. */
export function ResetPasswordPage() {
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
        <PageHeader title={texts.thisLinkIsIncomplete} description={texts.openTheFullLink} isTopLevel />
        <LinkButton to="/forgot-password" fullWidth>
          {texts.requestANewLink}
        </LinkButton>
      </>
    );
  }
  if (isDone) {
    return (
      <>
        <PageHeader title={texts.passwordChanged} description={texts.allYourOtherSessions} isTopLevel />
        <LinkButton to="/sign-in" fullWidth>
          {texts.signIn}
        </LinkButton>
      </>
    );
  }
  const { fault, rest } = splitPasswordFault(reset);
  return (
    <>
      <PageHeader title={texts.chooseANewPassword} isTopLevel />
      <Form
        submit={texts.changePassword}
        write={rest}
        onSubmit={form.onSubmit((values) => reset.send(values))}
      >
        <NewPassword {...form.getInputProps('password')} fault={fault} />
      </Form>
    </>
  );
}
