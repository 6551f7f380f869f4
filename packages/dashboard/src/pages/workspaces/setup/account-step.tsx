import { TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ComponentProps } from 'react';
import { auth } from '../../../api/auth.js';
import { request } from '../../../api/client.js';
import { useAction } from '../../../api/use-write.js';
import { keepLanguage } from '../../../session/keep-language.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { Form } from '../../../ui/form-drawer.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../../ui/new-password.js';
import { PageHeader } from '../../../ui/page-header.js';
import { useGoTo } from './use-step.js';

interface Values {
  name: string;
  email: string;
  password: string;
  workspace: string;
  setupToken: string;
}

/**
 * Creates the first account and its workspace, and signs in. From another machine this requires the token that the service
 * printed; `setupToken` is the token in the address that was opened, if any.
 */
export function AccountStep({
  needsToken,
  setupToken,
}: {
  readonly needsToken: boolean;
  readonly setupToken: string;
}) {
  const goTo = useGoTo();
  const form = useForm<Values>({
    initialValues: { name: '', email: '', password: '', workspace: '', setupToken },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterYourName : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : common.enterAnEmailAddress),
      password: passwordFault,
      workspace: (name) => (name.trim() === '' ? texts.enterTheName : null),
      setupToken: (token) => (needsToken && token.trim() === '' ? texts.enterTheSetupToken : null),
    },
  });
  const create = useAction(
    async ({ password, setupToken: token, ...values }: Values) => {
      const body = { ...values, password, ...(needsToken && { setup_token: token }) };
      const { email } = await request('post', '/api/setup', { body });
      await auth.signIn(email, password);
      await keepLanguage();
    },
    { showsError: true, onDone: () => goTo({ step: 'program' }) },
  );
  const { fault, rest } = splitPasswordFault(create);
  return (
    <>
      <PageHeader title={texts.welcomeToSvc} description={texts.createTheFirstAccount} isTopLevel />
      <Form
        submit={texts.createAccount}
        write={rest}
        onSubmit={form.onSubmit(({ name, email, password, workspace, setupToken: token }) =>
          create.send({
            name: name.trim(),
            email: email.trim(),
            password,
            workspace: workspace.trim(),
            setupToken: token.trim(),
          }),
        )}
      >
        <AccountFields form={form} fault={fault} needsToken={needsToken} />
      </Form>
    </>
  );
}

function AccountFields({
  form,
  fault,
  needsToken,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly fault: ComponentProps<typeof NewPassword>['fault'];
  readonly needsToken: boolean;
}) {
  return (
    <>
      <TextInput label={common.yourName} autoComplete="name" required {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={common.email}
        autoComplete="username"
        required
        {...form.getInputProps('email')}
      />
      <NewPassword {...form.getInputProps('password')} label={texts.password} fault={fault} />
      <TextInput
        label={texts.company}
        description={texts.theNameOfYourWorkspace}
        autoComplete="organization"
        required
        {...form.getInputProps('workspace')}
      />
      {needsToken && (
        <TextInput
          label={texts.setupToken}
          description={texts.svcPrinted}
          autoComplete="off"
          spellCheck={false}
          required
          {...form.getInputProps('setupToken')}
        />
      )}
    </>
  );
}
