import { Radio, type RadioGroupProps, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/customers.js';
import { texts as linkTexts } from '../../texts/links.js';
import { texts as ui } from '../../texts/ui.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { usePartnerName } from '../../ui/partner-name.js';
import { PartnerSelect } from '../../ui/partner-select.js';
import { type Assigned, AssignmentChanges, ROUTE } from './assignment-changes.js';

interface Values {
  partnerId: string | null;
  from: 'now' | 'first_sale';
  reason: string;
}

/** Assigns a customer to another partner; with the sales so far only after they have been shown. Contract 2 section 12. */
export function AssignDrawer({
  customerId,
  first = 'now',
  onClose,
}: {
  readonly customerId: number;
  /** What is chosen at first: all sales where somebody comes from one of them. */
  readonly first?: Values['from'];
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const form = useForm<Values>({
    initialValues: { partnerId: null, from: first, reason: '' },
    validate: {
      partnerId: (value) => (value === null ? linkTexts.chooseAPartner : null),
      reason: (value) => (value.trim() === '' ? adjustmentTexts.enterAReason : null),
    },
  });
  const { data: customer } = useRead('/api/programs/{programId}/customers/{id}', {
    path: { programId, id: customerId },
  });
  const [previewed, setPreviewed] = useState<{ readonly of: string; readonly answer: Assigned } | null>(null);
  const { partnerId, from } = form.values;
  const preview = useWrite('post', ROUTE, {
    showsError: true,
    onDone: (answer, { body }) => setPreviewed({ of: `${body.partner_id} ${body.from}`, answer }),
  });
  const assign = useWrite('post', ROUTE, {
    showsError: true,
    done: ({ changes }, { body }) =>
      assignedText(changes, name ?? ui.partner({ partnerId: body.partner_id })),
    onDone: onClose,
  });
  const name = usePartnerName(partnerId === null ? null : Number(partnerId));
  const shown = previewed?.of === `${partnerId} ${from}` ? previewed.answer : null;
  const isPreview = from === 'first_sale' && shown === null;
  const submit = form.onSubmit((values) => {
    const body = {
      partner_id: Number(values.partnerId),
      from: values.from,
      reason: values.reason.trim(),
      preview: isPreview,
    };
    (isPreview ? preview : assign).send({ path: { programId, id: customerId }, body });
  });
  return (
    <FormDrawer
      title={texts.assignToAnotherPartner}
      onClose={onClose}
      write={isPreview ? preview : assign}
      submit={isPreview ? texts.previewChanges : texts.assign}
      onSubmit={submit}
    >
      {customer !== undefined && <CreditedNow customer={customer} />}
      <PartnerSelect status="approved" except={customer?.partner?.id} {...form.getInputProps('partnerId')} />
      <WhichSales input={form.getInputProps('from')} />
      <ReasonField {...form.getInputProps('reason')} />
      {from === 'first_sale' && shown !== null && (
        <AssignmentChanges customerId={customerId} changes={shown.changes} />
      )}
    </FormDrawer>
  );
}

/** What was done, with the number of sales where some are credited to another partner now. */
function assignedText(changes: Assigned['changes'], name: string): string {
  const sales = new Set(changes.map(({ sale_id: id }) => id)).size;
  return sales === 0 ? texts.customerAssigned({ name }) : texts.salesCredited({ sales, name });
}

function WhichSales({ input }: { readonly input: Pick<RadioGroupProps, 'value' | 'onChange' | 'error'> }) {
  return (
    <Radio.Group label={texts.whichSales} description={texts.creditFollowsTheCustomer} {...input}>
      <Stack gap="xs" mt={4}>
        <Radio value="now" label={texts.laterSalesOnly} description={texts.salesSoFarStay} />
        <Radio value="first_sale" label={texts.allSales} description={texts.whatTheyEarnedIsReversed} />
      </Stack>
    </Radio.Group>
  );
}

/** Whose customer it is so far. */
function CreditedNow({
  customer: { id, customer_key: key, partner },
}: {
  readonly customer: Answer<'/api/programs/{programId}/customers/{id}'>;
}) {
  const customer = key ?? common.customerNumber({ id });
  return (
    <Text size="sm">
      {partner === null
        ? texts.creditedToNobody({ customer })
        : texts.isCreditedTo({ customer, partner: partner.name })}
    </Text>
  );
}

function ReasonField(props: ReturnType<ReturnType<typeof useForm>['getInputProps']>) {
  return (
    <Textarea
      label={adjustmentTexts.reason}
      description={texts.bothPartnersReadIt}
      required
      autosize
      minRows={2}
      maxLength={500}
      {...props}
    />
  );
}
