import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/assets.js';
import { common } from '../../texts/common.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { LINK } from './asset.js';

/** Adds a text that partners copy, with their own link in it. */
export function AddTextDrawer({ onClose }: { readonly onClose: () => void }) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: { name: '', body: '' },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      body: (body) => (body.trim() === '' ? texts.enterAText : null),
    },
  });
  const create = useWrite('post', '/api/programs/{programId}/assets', {
    showsError: true,
    done: ({ name }) => texts.added({ name }),
    onDone: onClose,
  });
  const submit = form.onSubmit(({ name, body }) =>
    create.send({ path: { programId }, body: { name: name.trim(), body: body.trim() } }),
  );
  return (
    <FormDrawer title={texts.addText} onClose={onClose} write={create} submit={texts.add} onSubmit={submit}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={texts.text}
        description={texts.textHint({ link: LINK })}
        placeholder={texts.textExample({ link: LINK })}
        autosize
        minRows={5}
        required
        maxLength={10_000}
        {...form.getInputProps('body')}
      />
    </FormDrawer>
  );
}
