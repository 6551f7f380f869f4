import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useList } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { serverNow } from '../../format/clock.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/management-keys.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { type KeyPermission, nameOfPermission, OFFERED } from './permissions.js';

const DAY_MS = 86_400_000;
const EVERYWHERE = 'all';
const FOREVER = 'never';
const EXPIRATIONS = [
  { value: FOREVER, label: texts.noExpiration },
  { value: '30', label: texts.days30 },
  { value: '90', label: texts.days90 },
  { value: '365', label: texts.year },
];

interface Values {
  name: string;
  program: string;
  days: string;
  permissions: string[];
}

/** The form for another management key. `onMade` gets the key itself, which is shown only now. */
export function CreateManagementKey({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}) {
  const workspaceId = useWorkspaceId();
  const form = useForm<Values>({
    initialValues: { name: '', program: EVERYWHERE, days: FOREVER, permissions: [] },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      permissions: (permissions) => (permissions.length === 0 ? texts.chooseAPermission : null),
    },
  });
  const programs = useList('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: '200' },
  });
  const create = useWrite('post', '/api/workspaces/{workspaceId}/management-keys', {
    showsError: true,
    onDone: ({ management_key: secret }) => onMade(secret),
  });
  const submit = form.onSubmit((values) =>
    create.send({ path: { workspaceId }, body: bodyOf(values, serverNow()) }),
  );
  return (
    <FormDrawer
      title={texts.createManagementKey}
      submit={texts.createKey}
      write={create}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label={common.name}
        description={texts.nameHint}
        placeholder={texts.nightlyPayouts}
        autoComplete="off"
        data-autofocus
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <Select
        label={common.program}
        description={texts.programHint}
        allowDeselect={false}
        data={[
          { value: EVERYWHERE, label: texts.allPrograms },
          ...(programs.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('program')}
      />
      <Select
        label={texts.expiration}
        allowDeselect={false}
        data={EXPIRATIONS}
        {...form.getInputProps('days')}
      />
      <PermissionsField {...form.getInputProps('permissions')} />
    </FormDrawer>
  );
}

function PermissionsField(input: GetInputPropsReturnType) {
  return (
    <Checkbox.Group label={texts.permissions} description={texts.permissionsHint} required {...input}>
      <Stack mt={8} gap="sm">
        {OFFERED.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={nameOfPermission(permission)}
            description={texts.notes[permission]}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function bodyOf({ name, program, days, permissions }: Values, nowMs: number) {
  return {
    name: name.trim(),
    permissions: permissions as KeyPermission[],
    ...(program !== EVERYWHERE && { program_id: Number(program) }),
    ...(days !== FOREVER && { expires_at: new Date(nowMs + Number(days) * DAY_MS).toISOString() }),
  };
}
