import { TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { texts as linkTexts } from '../../texts/links.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { PartnerSelect } from '../../ui/partner-select.js';
import { CodeRule } from './code-rule.js';

interface Values {
  partnerId: string | null;
  code: string;
  processorIds: string[];
}

/** Creates a code for an approved partner. */
export function CreateCodeDrawer({
  partnerId,
  onClose,
}: {
  /** Whose code it is to be; chosen in the form where it is not given. */
  readonly partnerId?: string | undefined;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const form = useForm<Values>({
    initialValues: { partnerId: partnerId ?? null, code: '', processorIds: [] },
    validate: {
      partnerId: (value) => (value === null ? linkTexts.chooseAPartner : null),
      code: (code) => (/^[A-Za-z0-9._-]{2,64}$/.test(code.trim()) ? null : texts.enterACode),
    },
  });
  const create = useWrite('post', '/api/programs/{programId}/codes', {
    showsError: true,
    done: ({ code }) => texts.codeCreated({ code }),
    onDone: onClose,
  });
  const submit = form.onSubmit((values) =>
    create.send({
      path: { programId },
      body: {
        partner_id: Number(values.partnerId),
        code: values.code.trim(),
        processor_ids: values.processorIds,
      },
    }),
  );
  return (
    <FormDrawer
      title={texts.createACode}
      onClose={onClose}
      write={create}
      submit={texts.createCode}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {texts.aCodeCreditsItsPartner} <CodeRule />
      </Text>
      <PartnerSelect status="approved" {...form.getInputProps('partnerId')} />
      <TextInput
        label={texts.code}
        description={texts.codeHint}
        placeholder={texts.codeExample}
        autoComplete="off"
        required
        maxLength={64}
        {...form.getInputProps('code')}
      />
      <TagsInput
        label={texts.processorIds}
        description={texts.processorIdsHint}
        maxTags={20}
        {...form.getInputProps('processorIds')}
      />
    </FormDrawer>
  );
}
