import { Button, Divider, Drawer, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { texts as linkTexts } from '../../texts/links.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { PartnerName } from '../../ui/partner-name.js';
import type { Code } from './code.js';

interface Props {
  readonly code: Code;
}

/** One code: whose it is, which discounts belong to it, and whether it credits. */
export function CodeDrawer({ code, onClose }: Props & { readonly onClose: () => void }) {
  const canWrite = useCan('link:write');
  return (
    <Drawer opened onClose={onClose} title={texts.codeNamed({ code: code.code })}>
      <Stack gap="lg">
        <Text size="sm" component="div">
          {linkTexts.partner({ partner: <PartnerName partnerId={code.partner_id} /> })}
        </Text>
        <Snippet code={code.code} label={texts.code} />
        {canWrite && (
          <>
            <Divider />
            <ProcessorIds code={code} />
            <Divider />
            <Switching code={code} />
          </>
        )}
      </Stack>
    </Drawer>
  );
}

function ProcessorIds({ code }: Props) {
  const programId = useProgramId();
  const form = useForm({ initialValues: { processorIds: code.processor_ids } });
  const save = useWrite('patch', '/api/programs/{programId}/codes/{id}', {
    showsError: true,
    done: texts.idsSaved,
  });
  return (
    <Form
      submit={texts.saveIds}
      write={save}
      onSubmit={form.onSubmit(({ processorIds }) =>
        save.send({ path: { programId, id: code.id }, body: { processor_ids: processorIds } }),
      )}
    >
      <TagsInput
        label={texts.processorIds}
        description={texts.processorIdsHint}
        maxTags={20}
        {...form.getInputProps('processorIds')}
      />
    </Form>
  );
}

function Switching({ code }: Props) {
  const programId = useProgramId();
  const path = { programId, id: code.id };
  const turnOn = useWrite('patch', '/api/programs/{programId}/codes/{id}', { done: texts.codeTurnedOn });
  const turnOff = useWrite('patch', '/api/programs/{programId}/codes/{id}', {
    showsError: true,
    done: texts.codeTurnedOff,
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{code.is_active ? texts.thisCodeIsOn : texts.thisCodeIsOff}</Text>
      {code.is_active ? (
        <ConfirmButton
          title={texts.turnOffQuestion({ code: code.code })}
          text={texts.codesArentCreditedWhile}
          confirm={linkTexts.turnOff}
          isDangerous
          write={turnOff}
          onConfirm={() => turnOff.sendAndWait({ path, body: { is_active: false } })}
        >
          {linkTexts.turnOff}
        </ConfirmButton>
      ) : (
        <Button
          variant="default"
          loading={turnOn.isSending}
          onClick={() => turnOn.send({ path, body: { is_active: true } })}
        >
          {linkTexts.turnOn}
        </Button>
      )}
    </Group>
  );
}
