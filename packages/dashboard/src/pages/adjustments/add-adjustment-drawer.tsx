import { Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { formatMoney } from '../../format/money.js';
import { formatDate, formatDay } from '../../format/time.js';
import { LOCALE } from '../../language/locale.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import { texts as linkTexts } from '../../texts/links.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { MoneyInput } from '../../ui/money-input.js';
import { PartnerSelect } from '../../ui/partner-select.js';
import type { PartnerDetail } from '../partners/partner-detail.js';

interface Values {
  partnerId: string | null;
  type: 'bonus' | 'deduction';
  currency: string;
  amountCents: number | null;
  reason: string;
  /** A day (UTC) as YYYY-MM-DD; empty: at once. */
  payableOn: string;
}

/** Who gets an adjustment, and what they have so far. */
export type AdjustedPartner = Pick<PartnerDetail, 'id' | 'name' | 'balances'>;

/** Gives a partner a bonus, or takes a deduction. Where no partner is given, one is chosen in the form. Contract 2 section 12. */
export function AddAdjustmentDrawer({
  partner: given,
  onClose,
}: {
  readonly partner?: AdjustedPartner;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const { currency } = useProgram();
  const navigate = useNavigate();
  const form = useAdjustmentForm(given?.id ?? null, currency);
  const add = useWrite('post', '/api/programs/{programId}/adjustments', {
    showsError: true,
    done: ({ amount_cents: cents }) => (cents > 0 ? texts.bonusAdded : texts.deductionAdded),
    onDone: ({ partner_id: id }) => {
      if (given !== undefined) return onClose();
      // The adjustments of a partner are listed there.
      void navigate({
        to: '/p/$programId/partners/$partnerId',
        params: { programId, partnerId: String(id) },
      });
    },
  });
  const partner = useAdjusted(given, form.values.partnerId);
  const submit = form.onSubmit(({ partnerId, type, amountCents, reason, payableOn, ...values }) =>
    add.send({
      path: { programId },
      body: {
        partner_id: Number(partnerId),
        amount_cents: (type === 'bonus' ? 1 : -1) * (amountCents ?? 0),
        currency: values.currency,
        reason: reason.trim(),
        payable_at: payableOn === '' ? null : payableOn,
      },
    }),
  );
  return (
    <FormDrawer
      title={given === undefined ? texts.addAdjustment : texts.addAnAdjustmentFor({ name: given.name })}
      onClose={onClose}
      write={add}
      submit={form.values.type === 'bonus' ? texts.addBonus : texts.addDeduction}
      onSubmit={submit}
    >
      {given === undefined && <PartnerSelect {...form.getInputProps('partnerId')} />}
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

function useAdjustmentForm(partnerId: number | null, currency: string) {
  return useForm<Values>({
    initialValues: {
      partnerId: partnerId === null ? null : String(partnerId),
      type: 'bonus',
      currency,
      amountCents: null,
      reason: '',
      payableOn: '',
    },
    validate: {
      partnerId: (value) => (value === null ? linkTexts.chooseAPartner : null),
      amountCents: (value) => (value === null || value <= 0 ? texts.enterAnAmount : null),
      reason: (value) => (value.trim() === '' ? texts.enterAReason : null),
    },
  });
}

/** The partner who was given or is chosen; undefined until there is one and it has been read. */
function useAdjusted(
  given: AdjustedPartner | undefined,
  partnerId: string | null,
): AdjustedPartner | undefined {
  const programId = useProgramId();
  const chosen = useRead(
    '/api/programs/{programId}/partners/{id}',
    { path: { programId, id: partnerId ?? '' } },
    { enabled: given === undefined && partnerId !== null },
  );
  // While another partner is being read, `data` is still the previous one.
  return given ?? (String(chosen.data?.id) === partnerId ? chosen.data : undefined);
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

/** When the partner gets it, and what they have now and would have with it. Its room is kept, so that the button below does not move. */
function Effect({
  partner,
  values,
}: {
  readonly partner: AdjustedPartner | undefined;
  readonly values: Values;
}) {
  return (
    <Stack gap={4} mih="4.75rem" role="status">
      <Text size="sm">{useWhenPaid(values.payableOn)}</Text>
      {partner && <Balance partner={partner} values={values} />}
    </Stack>
  );
}

/** With which payout run it is paid. */
function useWhenPaid(payableOn: string): string {
  const { next_payout_at: nextAt, workspace_id: workspaceId } = useProgram();
  const { data } = useRead('/api/workspaces/{workspaceId}', { path: { workspaceId: String(workspaceId) } });
  if (payableOn !== '') return texts.paidFrom({ day: formatDay(payableOn) });
  return nextAt === null
    ? texts.paidWithYourNextRun
    : texts.paidWithTheRunOf({ day: formatDate(nextAt, LOCALE, data?.time_zone) });
}

/** What the partner has, and would have with the adjustment. */
function Balance({ partner, values }: { readonly partner: AdjustedPartner; readonly values: Values }) {
  const { type, amountCents, currency, payableOn } = values;
  if (amountCents === null) return null;
  const balance = partner.balances?.find((one) => one.currency === currency);
  const nowCents = (payableOn === '' ? balance?.payable_cents : balance?.pending_cents) ?? 0;
  const afterCents = nowCents + (type === 'bonus' ? amountCents : -amountCents);
  const text = payableOn === '' ? texts.payableAfterwards : texts.pendingAfterwards;
  return (
    <Text size="sm">
      {text({
        name: partner.name,
        now: formatMoney(nowCents, currency),
        after: formatMoney(afterCents, currency),
      })}
    </Text>
  );
}
