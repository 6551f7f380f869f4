import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { formatMoney } from '../../format/money.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import type { Adjustment } from './adjustment.js';

/** Takes an adjustment back by one of the opposite amount, with a reason of its own. */
export function ReverseAdjustmentDrawer({
  adjustment,
  onClose,
}: {
  readonly adjustment: Adjustment;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.enterAReason : null) },
  });
  const reverse = useWrite('post', '/api/programs/{programId}/adjustments/{id}/reverse', {
    showsError: true,
    done: texts.adjustmentReversed,
    onDone: onClose,
  });
  const { id, amount_cents: amountCents, currency } = adjustment;
  return (
    <FormDrawer
      title={texts.reverseThisAdjustment}
      onClose={onClose}
      write={reverse}
      submit={texts.reverse}
      onSubmit={form.onSubmit(({ reason }) =>
        reverse.send({ path: { programId, id }, body: { reason: reason.trim() } }),
      )}
    >
      <Text size="sm">{texts.aSecondAdjustment({ amount: formatMoney(-amountCents, currency) })}</Text>
      <Textarea
        label={texts.reason}
        description={texts.theyReadIt}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDrawer>
  );
}
