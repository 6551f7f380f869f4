import { Card, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { texts } from '../../texts/account.js';
import { Form } from '../../ui/form-drawer.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../ui/new-password.js';
import { SectionTitle } from '../../ui/section-title.js';

/** Another password; all other sessions end with it. */
export function ChangePassword() {
  const form = useForm({
    initialValues: { current: '', next: '' },
    validate: { next: passwordFault },
  });
  const change = useAction(({ current, next }: typeof form.values) => auth.changePassword(current, next), {
    showsError: true,
    done: texts.passwordChangedAllYourOther,
    onDone: form.reset,
  });
  const { fault, rest } = splitPasswordFault(change);
  return (
    <Card>
      <SectionTitle id="password" size="h3">
        {texts.password}
      </SectionTitle>
      <Text size="sm" c="dimmed" mb="md">
        {texts.changingYourPasswordSigns}
      </Text>
      <Form
        submit={texts.changePassword}
        write={rest}
        onSubmit={form.onSubmit((values) => change.send(values))}
      >
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          {...form.getInputProps('current')}
        />
        <NewPassword {...form.getInputProps('next')} fault={fault} />
      </Form>
    </Card>
  );
}
