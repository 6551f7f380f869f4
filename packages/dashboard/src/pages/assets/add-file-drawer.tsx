import { FileInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/assets.js';
import { common } from '../../texts/common.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { ACCEPTED, isAccepted, readBase64 } from './asset.js';

const MAX_BYTES = 5 * 1024 * 1024;
const FIELDS = {
  file_name: { at: 'file', invalid: texts.contentDiffers },
  content: { at: 'file', invalid: texts.contentDiffers },
} as const;

interface Values {
  readonly file: File | null;
  readonly name: string;
}

/** Adds a file that partners download. */
export function AddFileDrawer({ onClose }: { readonly onClose: () => void }) {
  const programId = useProgramId();
  const form = useForm<Values>({
    initialValues: { file: null, name: '' },
    validate: {
      file: (file) =>
        file === null || !isAccepted(file.name)
          ? texts.typeNotAccepted
          : file.size > MAX_BYTES
            ? texts.tooLarge
            : null,
      name: (name) => (name.trim() === '' ? common.enterAName : null),
    },
  });
  const create = useWrite('post', '/api/programs/{programId}/assets', {
    showsError: true,
    done: ({ name }) => texts.added({ name }),
    onDone: onClose,
  });
  const shown = useFieldErrors(form, create, FIELDS);
  const submit = form.onSubmit(async ({ file, name }) => {
    if (file === null) return;
    const content = await readBase64(file);
    create.send({ path: { programId }, body: { name: name.trim(), file_name: file.name, content } });
  });
  const choose = (file: File | null) => {
    form.setFieldValue('file', file);
    form.clearFieldError('file');
    if (file !== null && form.values.name === '') {
      form.setFieldValue('name', file.name.replace(/\.[^.]+$/, ''));
    }
  };
  return (
    <FormDrawer title={texts.addFile} onClose={onClose} write={shown} submit={texts.add} onSubmit={submit}>
      <FileInput
        label={texts.file}
        description={texts.fileHint}
        placeholder={texts.chooseAFile}
        accept={ACCEPTED}
        required
        clearable
        clearButtonProps={{ 'aria-label': common.removeFile }}
        {...form.getInputProps('file')}
        onChange={choose}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  );
}
