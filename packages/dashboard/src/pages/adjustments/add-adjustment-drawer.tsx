import { Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { formatMoney } from '../../format/money.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { MoneyInput } from '../../ui/money-input.js';
import type { PartnerDetail } from '../partners/partner-detail.js';

interface Values {
  type: 'bonus' | 'deduction';
  currency: string;
  amountCents: number | null;
  reason: string;
  /** A day (UTC) as YYYY-MM-DD; empty: at once. */
  payableOn: string;
}

/** Who gets an adjustment, and what they have so far. */
export type AdjustedPartner = Pick<PartnerDetail, 'id' | 'name' | 'balances'>;

/** Gives a partner a bonus, or takes a deduction. Contract 2 section 12. */
export function AddAdjustmentDrawer({
  partner,
  onClose,
}: {
  readonly partner: AdjustedPartner;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const { currency } = useProgram();
  const form = useForm<Values>({
    initialValues: { type: 'bonus', currency, amountCents: null, reason: '', payableOn: '' },
    validate: {
      amountCents: (value) => (value === null || value <= 0 ? texts.enterAnAmount : null),
      reason: (value) => (value.trim() === '' ? texts.enterAReason : null),
    },
  });
  const add = useWrite('post', '/api/programs/{programId}/adjustments', {
    showsError: true,
    done: texts.adjustmentAdded,
    onDone: onClose,
  });
  const submit = form.onSubmit(({ type, amountCents, reason, payableOn, ...values }) =>
    add.send({
      path: { programId },
      body: {
        partner_id: partner.id,
        amount_cents: (type === 'bonus' ? 1 : -1) * (amountCents ?? 0),
        currency: values.currency,
        reason: reason.trim(),
        payable_at: payableOn === '' ? null : payableOn,
      },
    }),
  );
  return (
    <FormDrawer
      title={texts.addAnAdjustmentFor({ name: partner.name })}
      onClose={onClose}
      write={add}
      submit={texts.addAdjustment}
      onSubmit={submit}
    >
      <Amount form={form} />
      <Textarea
        label={texts.reason}
        description={texts.theyReadIt}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <TextInput
        type="date"
        label={texts.payableOn}
        description={texts.payableOnHint}
        {...form.getInputProps('payableOn')}
      />
      <Effect partner={partner} values={form.values} />
    </FormDrawer>
  );
}

/** Whether the partner gets or gives it, and how much in which currency. */
function Amount({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <Radio.Group label={texts.type} {...form.getInputProps('type')}>
        <Stack gap="xs" mt={4}>
          <Radio value="bonus" label={texts.bonus} description={texts.bonusHint} />
          <Radio value="deduction" label={texts.deduction} description={texts.deductionHint} />
        </Stack>
      </Radio.Group>
      <Select
        label={common.currency}
        data={CURRENCY_CHOICES}
        searchable
        allowDeselect={false}
        required
        {...form.getInputProps('currency')}
      />
      <MoneyInput
        label={common.amount}
        required
        currency={form.values.currency}
        {...form.getInputProps('amountCents')}
        value={form.values.amountCents}
      />
    </>
  );
}

/** What the partner has, and would have with the adjustment. */
function Effect({ partner, values }: { readonly partner: AdjustedPartner; readonly values: Values }) {
  const { type, amountCents, currency, payableOn } = values;
  if (amountCents === null) return null;
  const balance = partner.balances.find((one) => one.currency === currency);
  const nowCents = (payableOn === '' ? balance?.payable_cents : balance?.pending_cents) ?? 0;
  const afterCents = nowCents + (type === 'bonus' ? amountCents : -amountCents);
  const text = payableOn === '' ? texts.payableAfterwards : texts.pendingAfterwards;
  return (
    <Text size="sm" role="status">
      {text({
        name: partner.name,
        now: formatMoney(nowCents, currency),
        after: formatMoney(afterCents, currency),
      })}
    </Text>
  );
}
