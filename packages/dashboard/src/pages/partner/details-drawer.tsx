import { Input, SegmentedControl, Select, type SelectProps, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { plural } from '../../format/number.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { countryOptions } from './countries.js';
import { METHODS, type PayoutDetails, type PayoutMethod } from './payout-methods.js';

const CHOICES = Object.entries(METHODS).map(([value, { label }]) => ({
  value: value as PayoutMethod,
  label,
}));

/** Adds payout details, or changes them. */
export function DetailsDrawer({
  details,
  onClose,
}: {
  readonly details: PayoutDetails | null;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const form = useForm({
    initialValues: {
      method: details?.method ?? 'bank',
      name: details?.account_name ?? '',
      account: details?.details ?? '',
      country: details?.country ?? null,
    },
  });
  const save = useWrite('put', '/api/partner/programs/{programId}/payout-details', {
    done: 'Payout details saved',
    showsError: true,
    onDone: onClose,
  });
  const { method } = form.values;
  const { account, description } = METHODS[method];
  const send = form.onSubmit((values) =>
    save.send({
      path: { programId },
      body: {
        method: values.method,
        account_name: values.name.trim(),
        details: values.account.trim(),
        country: values.method === 'bank' ? values.country : null,
      },
    }),
  );
  return (
    <FormDrawer title="Payout details" submit="Save" onClose={onClose} onSubmit={send} write={save}>
      <Input.Wrapper label="How to be paid" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label="How to be paid"
          data={CHOICES}
          value={method}
          // An account of one kind is none of another.
          onChange={(next) => form.setValues({ method: next as PayoutMethod, account: '' })}
        />
      </Input.Wrapper>
      <TextInput
        label="Name on the account"
        required
        autoComplete="name"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={account}
        description={description}
        required
        autoComplete="off"
        maxLength={1000}
        {...form.getInputProps('account')}
      />
      {method === 'bank' && <BankCountry {...form.getInputProps('country')} />}
      <WhatFollows />
    </FormDrawer>
  );
}

/** What a change means for payouts, before it is made. */
function WhatFollows() {
  const { payout_details_hold_hours: hours } = usePartnerProgram();
  return (
    <Text size="sm" c="dimmed">
      Changes count from the next payout, and we email you about each of them.
      {hours > 0 && ` For your safety, no payout is created in the ${plural(hours, 'hour')} after a change.`}
    </Text>
  );
}

function BankCountry(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label="Country of the bank"
      data={countryOptions()}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No country' }}
      nothingFoundMessage="Nothing found"
      {...props}
    />
  );
}
