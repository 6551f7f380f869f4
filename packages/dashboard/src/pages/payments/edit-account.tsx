import { PasswordInput, Select, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payment-accounts.js';
import { changedFields } from '../../ui/changed-fields.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import type { Account } from './account.js';
import { MissingPermissions } from './connect-account.js';

const RENEWALS = [
  { value: 'remembered', label: texts.renewals.remembered },
  { value: 'metadata', label: texts.renewals.metadata },
];

interface Values {
  readonly label: string;
  readonly program: string | null;
  readonly renewals: Account['credit_renewals'];
  readonly key: string;
  readonly secret: string;
}

/** The form that changes an account, replaces its key, and takes the secret of an endpoint that was set up by hand. */
export function EditAccount({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const workspaceId = useWorkspaceId();
  const form = useForm<Values>({
    initialValues: {
      label: account.label,
      program: account.program_id?.toString() ?? null,
      renewals: account.credit_renewals,
      key: '',
      secret: '',
    },
    validate: { label: (label) => (label.trim() === '' ? texts.enterALabel : null) },
  });
  const update = useWrite('patch', '/api/workspaces/{workspaceId}/payment-connections/{id}', {
    done: texts.saved,
    showsError: true,
    onDone: onClose,
  });
  const submit = (values: Values) => {
    const { key, secret } = values;
    update.send({
      path: { workspaceId, id: account.id },
      body: {
        ...changedFields(bodyOf(form.getInitialValues()), bodyOf(values)),
        ...(key.trim() !== '' && { api_key: key.trim() }),
        ...(secret.trim() !== '' && { webhook_secret: secret.trim() }),
      },
    });
  };
  return (
    <FormDrawer
      title={texts.editAccount}
      submit={common.save}
      write={update}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
    >
      <Fields form={form} account={account} />
      <MissingPermissions error={update.error} />
    </FormDrawer>
  );
}

function Fields({ form, account }: { readonly form: UseFormReturnType<Values>; readonly account: Account }) {
  const workspaceId = useWorkspaceId();
  const programs = useRead('/api/workspaces/{workspaceId}/programs', { path: { workspaceId } });
  return (
    <>
      <TextInput
        label={texts.label}
        description={texts.labelHint}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        required
        {...form.getInputProps('label')}
      />
      <Select
        label={texts.program}
        description={texts.programHint}
        placeholder={texts.allPrograms}
        clearable
        data={(programs.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('program')}
      />
      <Select
        label={texts.creditRenewals}
        data={RENEWALS}
        allowDeselect={false}
        {...form.getInputProps('renewals')}
      />
      {account.kind === 'key' && (
        <PasswordInput
          label={texts.newKey}
          description={texts.newKeyHint}
          placeholder={account.hint ?? ''}
          autoComplete="off"
          {...form.getInputProps('key')}
        />
      )}
      {account.kind === 'key' && !account.webhook.managed && (
        <PasswordInput
          label={texts.secret}
          description={texts.secretHint}
          placeholder={texts.secretExample}
          autoComplete="off"
          {...form.getInputProps('secret')}
        />
      )}
    </>
  );
}

function bodyOf({ label, program, renewals }: Values) {
  return {
    label: label.trim(),
    program_id: program === null ? null : Number(program),
    credit_renewals: renewals,
  };
}
