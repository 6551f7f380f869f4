import { Alert, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { texts } from '../../texts/customers.js';
import { FormDrawer } from '../../ui/form-drawer.js';

/** Erases who a customer is, once a reason is given. Contract 2 section 15. */
export function EraseDrawer({
  customerId,
  onClose,
}: {
  readonly customerId: number;
  readonly onClose: () => void;
}) {
  const workspaceId = useWorkspaceId();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? adjustmentTexts.enterAReason : null) },
  });
  const erase = useWrite('post', '/api/workspaces/{workspaceId}/customers/{id}/erase', {
    showsError: true,
    done: texts.customerErased,
    onDone: onClose,
  });
  const submit = form.onSubmit(({ reason }) =>
    erase.send({ path: { workspaceId, id: customerId }, body: { reason: reason.trim() } }),
  );
  return (
    <FormDrawer
      title={texts.erasePersonalData}
      onClose={onClose}
      write={erase}
      submit={texts.eraseForGood}
      isDangerous
      onSubmit={submit}
    >
      <Text size="sm">{texts.whatIsErased}</Text>
      <Text size="sm">{texts.whatStays}</Text>
      <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
        {texts.cannotBeUndone}
      </Alert>
      <Textarea
        label={adjustmentTexts.reason}
        description={texts.keptInTheAuditLog}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDrawer>
  );
}
