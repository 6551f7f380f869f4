import { TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ComponentProps } from 'react';
import { auth } from '../../api/auth.js';
import { request } from '../../api/client.js';
import { useAction } from '../../api/use-write.js';
import { Form } from '../../ui/form-drawer.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../ui/new-password.js';
import { PageHeader } from '../../ui/page-header.js';
import { useGoTo } from './use-step.js';

interface Values {
  name: string;
  email: string;
  password: string;
  workspace: string;
  setupToken: string;
}

/**
 * Makes the first account and its workspace, and signs in. From another machine than the service's it takes the token that
 * the service printed; `setupToken`: what the address that was opened carries of it.
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
      name: (name) => (name.trim() === '' ? 'Write your name' : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write an email address'),
      password: passwordFault,
      workspace: (name) => (name.trim() === '' ? 'Write the name of your company' : null),
      setupToken: (token) => (needsToken && token.trim() === '' ? 'Enter the setup token' : null),
    },
  });
  const create = useAction(
    async ({ password, setupToken: token, ...values }: Values) => {
      const body = { ...values, password, ...(needsToken && { setup_token: token }) };
      const { email } = await request('post', '/api/setup', { body });
      await auth.signIn(email, password);
    },
    { showsError: true, onDone: () => goTo({ step: 'program' }) },
  );
  const { fault, rest } = splitPasswordFault(create);
  return (
    <>
      <PageHeader
        title="Welcome"
        description="Make the first account. It owns the workspace and can invite everybody else."
        isTopLevel
      />
      <Form
        submit="Create the account"
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
      <TextInput label="Your name" autoComplete="name" required {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label="Email"
        autoComplete="username"
        required
        {...form.getInputProps('email')}
      />
      <NewPassword {...form.getInputProps('password')} label="Password" fault={fault} />
      <TextInput
        label="Company"
        description="The name of your workspace; partners see it."
        autoComplete="organization"
        required
        {...form.getInputProps('workspace')}
      />
      {needsToken && (
        <TextInput
          label="Setup token"
          description="The service printed it when it started. This shows that the service is yours."
          autoComplete="off"
          spellCheck={false}
          required
          {...form.getInputProps('setupToken')}
        />
      )}
    </>
  );
}
