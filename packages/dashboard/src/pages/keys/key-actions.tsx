import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/keys.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { fill } from '../../ui/fill.js';
import { FormDrawer } from '../../ui/form-drawer.js';

export type ApiKey = Row<'/api/programs/{programId}/keys'>;

interface Making {
  readonly onClose: () => void;
  /** With the key itself, which is shown only now. */
  readonly onMade: (secret: string) => void;
}

/** The form for another key. */
export function CreateKey({ onClose, onMade }: Making) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? common.enterAName : null) },
  });
  const create = useWrite('post', '/api/programs/{programId}/keys', {
    showsError: true,
    onDone: ({ api_key: secret }) => onMade(secret),
  });
  return (
    <FormDrawer
      title={texts.createApiKey}
      submit={texts.createKey}
      write={create}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        create.send({ path: { programId }, body: { name: name.trim() } }),
      )}
    >
      <TextInput
        label={common.name}
        description={texts.nameHint}
        placeholder={texts.shopServer}
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  );
}

const GRACE = [
  { hours: '0', label: texts.immediately, note: texts.chooseThisIfTheKey },
  { hours: '1', label: texts.in1Hour },
  { hours: '24', label: texts.in1Day },
  { hours: '168', label: texts.in1Week },
  { hours: '720', label: texts.in30Days },
];

/** The form that puts a new key in the place of another. */
export function RotateKey({ apiKey, onClose, onMade }: Making & { readonly apiKey: ApiKey }) {
  const programId = useProgramId();
  const form = useForm({ initialValues: { hours: '24' } });
  const rotate = useWrite('post', '/api/programs/{programId}/keys/{id}/rotate', {
    showsError: true,
    onDone: ({ api_key: secret }) => onMade(secret),
  });
  return (
    <FormDrawer
      title={texts.rotateTitle(apiKey.name)}
      submit={texts.rotateKey}
      write={rotate}
      onClose={onClose}
      onSubmit={form.onSubmit(({ hours }) =>
        rotate.send({ path: { programId, id: apiKey.id }, body: { grace_hours: Number(hours) } }),
      )}
    >
      <Text size="sm">{fill(texts.wellCreateANewKey, { hint: <code>{apiKey.hint}</code> })}</Text>
      <Radio.Group label={texts.oldKeyExpires} {...form.getInputProps('hours')}>
        <Stack mt={6} gap={8}>
          {GRACE.map(({ hours, label, note }) => (
            <Radio key={hours} value={hours} label={label} description={note} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDrawer>
  );
}

/** The new key, this once; it closes only by its button, so that no stray click loses it. */
export function MadeKey({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.yourNewKey}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Snippet code={secret} label={texts.apiKey} />
        <Alert
          color="gray"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.copyItNow}
        >
          {texts.weCantShowItAgain}
        </Alert>
        <Text size="sm" c="dimmed">
          {fill(texts.yourServerReadsItFrom, { code: <code>SVC_API_KEY</code> })}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.iveSavedTheKey}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Ends a key at once, after asking. */
export function WithdrawKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const programId = useProgramId();
  const revoke = useWrite('delete', '/api/programs/{programId}/keys/{id}', {
    done: texts.keyRevoked,
    showsError: true,
  });
  return (
    <ConfirmButton
      size="xs"
      isDangerous
      title={texts.revokeQuestion(apiKey.name)}
      text={fill(texts.theKeyEndingInStops, { hint: <code>{apiKey.hint}</code> })}
      confirm={texts.revokeKey}
      write={revoke}
      onConfirm={() => revoke.sendAndWait({ path: { programId, id: apiKey.id } })}
      aria-label={texts.revokeKeyNamed(apiKey.name, apiKey.hint)}
    >
      {texts.revoke}
    </ConfirmButton>
  );
}
