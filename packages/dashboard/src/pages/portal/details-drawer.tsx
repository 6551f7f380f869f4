import {
  Input,
  SegmentedControl,
  Select,
  type SelectProps,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
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
    done: texts.payoutDetailsSaved,
    showsError: true,
    onDone: onClose,
  });
  const { method } = form.values;
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
    <FormDrawer
      title={texts.payoutDetails}
      submit={common.save}
      onClose={onClose}
      onSubmit={send}
      write={save}
    >
      <Input.Wrapper label={texts.payoutMethod} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={texts.payoutMethod}
          data={CHOICES}
          value={method}
          // An account of one kind is none of another.
          onChange={(next) => form.setValues({ method: next as PayoutMethod, account: '' })}
        />
      </Input.Wrapper>
      <TextInput
        label={texts.accountHolderName}
        required
        autoComplete="name"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <Account method={method} {...form.getInputProps('account')} />
      {method === 'bank' && <BankCountry {...form.getInputProps('country')} />}
      <WhatFollows />
    </FormDrawer>
  );
}

function Account({ method, ...props }: TextInputProps & { readonly method: PayoutMethod }) {
  const { account, description } = METHODS[method];
  return (
    <TextInput
      label={account}
      description={description}
      required
      autoComplete="off"
      maxLength={1000}
      {...props}
    />
  );
}

/** What a change means for payouts, before it is made. */
function WhatFollows() {
  const { payout_details_hold_hours: hours } = usePartnerProgram();
  return (
    <Text size="sm" c="dimmed">
      {texts.changesApplyToFuturePayouts({ hours: hours > 0 && texts.forYourSecurityYouWont({ hours }) })}
    </Text>
  );
}

function BankCountry(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label={texts.bankCountry}
      data={countryOptions()}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clearCountry }}
      nothingFoundMessage={texts.nothingFound}
      {...props}
    />
  );
}
