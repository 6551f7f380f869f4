import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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
}

/** Makes the first account and its workspace, and signs in. */
export function AccountStep() {
  const goTo = useGoTo();
  const form = useForm<Values>({
    initialValues: { name: '', email: '', password: '', workspace: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Write your name' : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write an email address'),
      password: passwordFault,
      workspace: (name) => (name.trim() === '' ? 'Write the name of your company' : null),
    },
  });
  const create = useAction(
    async ({ password, ...values }: Values) => {
      const { email } = await request('post', '/api/setup', { body: { ...values, password } });
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
        onSubmit={form.onSubmit(({ name, email, password, workspace }) =>
          create.send({ name: name.trim(), email: email.trim(), password, workspace: workspace.trim() }),
        )}
      >
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
      </Form>
    </>
  );
}
