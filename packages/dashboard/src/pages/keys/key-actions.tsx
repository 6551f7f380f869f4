import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/keys.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { GraceField } from '../../ui/key-parts.js';

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
      title={texts.rotateTitle({ name: apiKey.name })}
      submit={texts.rotateKey}
      write={rotate}
      onClose={onClose}
      onSubmit={form.onSubmit(({ hours }) =>
        rotate.send({ path: { programId, id: apiKey.id }, body: { grace_hours: Number(hours) } }),
      )}
    >
      <Text size="sm">{texts.wellCreateANewKey({ hint: <code>{apiKey.hint}</code> })}</Text>
      <GraceField {...form.getInputProps('hours')} />
    </FormDrawer>
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
      title={texts.revokeQuestion({ name: apiKey.name })}
      text={texts.theKeyEndingInStops({ hint: <code>{apiKey.hint}</code> })}
      confirm={texts.revokeKey}
      write={revoke}
      onConfirm={() => revoke.sendAndWait({ path: { programId, id: apiKey.id } })}
      aria-label={texts.revokeKeyNamed({ name: apiKey.name, hint: apiKey.hint })}
    >
      {texts.revoke}
    </ConfirmButton>
  );
}
