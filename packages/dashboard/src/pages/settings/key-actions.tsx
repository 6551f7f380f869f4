import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { FormDrawer } from '../../ui/form-drawer.js';

export type ApiKey = Row<'/api/programs/{programId}/keys'>;

interface Making {
  readonly onClose: () => void;
  /** With the key itself, which is told only now. */
  readonly onMade: (secret: string) => void;
}

/** The form for another key. */
export function CreateKey({ onClose, onMade }: Making) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Give it a name' : null) },
  });
  const create = useWrite('post', '/api/programs/{programId}/keys', {
    showsError: true,
    onDone: ({ api_key: secret }) => onMade(secret),
  });
  return (
    <FormDrawer
      title="Create an API key"
      submit="Create key"
      write={create}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        create.send({ path: { programId }, body: { name: name.trim() } }),
      )}
    >
      <TextInput
        label="Name"
        description="Where it is used, so that you know it again."
        placeholder="Shop server"
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  );
}

const GRACE = [
  { hours: '0', label: 'At once', note: 'If it has become known to somebody.' },
  { hours: '1', label: 'In an hour' },
  { hours: '24', label: 'In a day' },
  { hours: '168', label: 'In a week' },
  { hours: '720', label: 'In 30 days' },
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
      title={`Rotate ${apiKey.name}`}
      submit="Rotate key"
      write={rotate}
      onClose={onClose}
      onSubmit={form.onSubmit(({ hours }) =>
        rotate.send({ path: { programId, id: apiKey.id }, body: { grace_hours: Number(hours) } }),
      )}
    >
      <Text size="sm">
        You get a new key of the same name. The old one, which ends in <code>{apiKey.hint}</code>, goes on for
        the time you choose, so that nothing is lost while you change over.
      </Text>
      <Radio.Group label="The old key ends" {...form.getInputProps('hours')}>
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
      title="Your new key"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Snippet code={secret} label="API key" />
        <Alert
          color="gray"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Copy it now"
        >
          It is shown only this once. We keep a fingerprint of it and cannot tell it again.
        </Alert>
        <Text size="sm" c="dimmed">
          Your server reads it as <code>SVC_API_KEY</code>.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Ends a key at once, after asking. */
export function WithdrawKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const programId = useProgramId();
  const withdraw = useWrite('delete', '/api/programs/{programId}/keys/{id}', {
    done: 'The key is withdrawn',
    showsError: true,
  });
  return (
    <ConfirmButton
      size="xs"
      isDangerous
      title={`Withdraw ${apiKey.name}?`}
      text={
        <>
          The key that ends in <code>{apiKey.hint}</code> is refused from now on, wherever it is used. This
          cannot be undone. To change over without a gap, rotate it instead.
        </>
      }
      confirm="Withdraw key"
      write={withdraw}
      onConfirm={() => withdraw.sendAndWait({ path: { programId, id: apiKey.id } })}
      aria-label={`Withdraw ${apiKey.name} …${apiKey.hint}`}
    >
      Withdraw
    </ConfirmButton>
  );
}
