import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import { texts as linkTexts } from '../../texts/links.js';
import { texts } from '../../texts/sales.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { MoneyInput } from '../../ui/money-input.js';
import { PartnerSelect } from '../../ui/partner-select.js';

interface Values {
  partnerId: string | null;
  transactionId: string;
  customerKey: string;
  currency: string;
  amountCents: number | null;
  /** A day (UTC) as YYYY-MM-DD; empty: now. */
  occurredOn: string;
  reason: string;
}

/** Enters a sale that nobody reported, for a partner. Contract 2 section 12. */
export function EnterSaleDrawer({
  customerKey = '',
  partnerId = null,
  onClose,
}: {
  /** Of the customer and the partner whose sale it most likely is. */
  readonly customerKey?: string;
  readonly partnerId?: string | null;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const { currency } = useProgram();
  const form = useSaleForm({ customerKey, partnerId, currency });
  const enter = useWrite('post', '/api/programs/{programId}/sales', {
    showsError: true,
    done: texts.saleEntered,
    onDone: onClose,
  });
  const submit = form.onSubmit((values) =>
    enter.send({
      path: { programId },
      body: {
        partner_id: Number(values.partnerId),
        transaction_id: values.transactionId.trim(),
        customer_key: values.customerKey.trim(),
        amount_cents: values.amountCents ?? 0,
        currency: values.currency,
        occurred_at: values.occurredOn === '' ? null : values.occurredOn,
        reason: values.reason.trim(),
      },
    }),
  );
  return (
    <FormDrawer
      title={texts.enterASale}
      onClose={onClose}
      write={enter}
      submit={texts.enterSale}
      onSubmit={submit}
    >
      <WhoseSale form={form} />
      <WhatWasPaid form={form} />
      <Textarea
        label={adjustmentTexts.reason}
        description={adjustmentTexts.theyReadIt}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDrawer>
  );
}

/** The form, with what is known of the sale already. */
function useSaleForm(known: Pick<Values, 'customerKey' | 'partnerId' | 'currency'>) {
  return useForm<Values>({
    initialValues: { transactionId: '', amountCents: null, occurredOn: '', reason: '', ...known },
    validate: {
      partnerId: (value) => (value === null ? linkTexts.chooseAPartner : null),
      transactionId: (value) => (value.trim() === '' ? texts.enterAnOrderNumber : null),
      customerKey: (value) => (value.trim() === '' ? texts.enterACustomerKey : null),
      amountCents: (value) => (value === null || value <= 0 ? adjustmentTexts.enterAnAmount : null),
      reason: (value) => (value.trim() === '' ? adjustmentTexts.enterAReason : null),
    },
  });
}

type SaleForm = ReturnType<typeof useSaleForm>;

function WhoseSale({ form }: { readonly form: SaleForm }) {
  return (
    <>
      <PartnerSelect {...form.getInputProps('partnerId')} />
      <TextInput
        label={texts.orderNumber}
        description={texts.asYourServerWould}
        autoComplete="off"
        required
        maxLength={255}
        {...form.getInputProps('transactionId')}
      />
      <TextInput
        label={texts.customerKey}
        description={texts.newCustomersAreAssigned}
        autoComplete="off"
        required
        maxLength={255}
        {...form.getInputProps('customerKey')}
      />
    </>
  );
}

function WhatWasPaid({ form }: { readonly form: SaleForm }) {
  return (
    <>
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
      <TextInput
        type="date"
        label={texts.soldOn}
        description={texts.leaveItEmptyForNow}
        {...form.getInputProps('occurredOn')}
      />
    </>
  );
}
