import { Input, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type BankField, bankFieldsOf } from '@svc/contract/bank-account';
import { useWrite } from '../../api/use-write.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { type FieldsOf, useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { countryOptions } from './countries.js';
import { METHODS, type PayoutDetails, type PayoutMethod } from './payout-methods.js';

const CHOICES = Object.entries(METHODS).map(([value, { label }]) => ({
  value: value as PayoutMethod,
  label,
}));

const BANK_FIELDS = ['iban', 'bic', 'routing_number', 'sort_code', 'account_number'] as const;

interface DetailsValues extends Record<BankField, string> {
  method: PayoutMethod;
  name: string;
  account: string;
  country: string | null;
}

const FIELDS: FieldsOf<DetailsValues> = {
  account_name: { at: 'name', invalid: texts.enterTheNameOnTheAccount },
  details: { at: 'account', invalid: texts.enterAValidPayPalAccount },
  country: { at: 'country' },
  ...Object.fromEntries(
    BANK_FIELDS.map((field) => [field, { at: field, invalid: texts.bankFields[field].invalid }]),
  ),
};

/** Adds payout details, or changes them. */
export function DetailsDrawer({
  details,
  onClose,
}: {
  readonly details: PayoutDetails | null;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const form = useForm<DetailsValues>({ initialValues: valuesOf(details) });
  const save = useWrite('put', '/api/partner/programs/{programId}/payout-details', {
    done: texts.payoutDetailsSaved,
    showsError: true,
    onDone: onClose,
  });
  const shown = useFieldErrors(form, save, FIELDS);
  const { method } = form.values;
  const send = form.onSubmit((values) => save.send({ path: { programId }, body: bodyOf(values) }));
  return (
    <FormDrawer
      title={texts.payoutDetails}
      submit={common.save}
      onClose={onClose}
      onSubmit={send}
      write={shown}
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
      {method === 'bank' ? (
        <BankAccount form={form} />
      ) : (
        <TextInput
          label={METHODS[method].account}
          description={METHODS[method].description}
          required
          autoComplete="off"
          maxLength={1000}
          {...form.getInputProps('account')}
        />
      )}
      <WhatFollows />
    </FormDrawer>
  );
}

/** A bank account, by the fields of its country. */
function BankAccount({ form }: { readonly form: UseFormReturnType<DetailsValues> }) {
  return (
    <>
      <Select
        label={texts.bankCountry}
        data={countryOptions()}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': texts.clearCountry }}
        nothingFoundMessage={texts.nothingFound}
        {...form.getInputProps('country')}
      />
      {bankFieldsOf(form.values.country).map(({ field, isRequired }) => {
        const { label } = texts.bankFields[field];
        return (
          <TextInput
            key={field}
            label={isRequired ? label : texts.optional({ label })}
            required={isRequired}
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps(field)}
          />
        );
      })}
    </>
  );
}

/** What saving means for payouts, before it is done. First details while nothing is due are not held. */
function WhatFollows() {
  const { payout_details_hold_hours: holdHours, payout_details_held_when_saved: isHeld } =
    usePartnerProgram();
  const hours = isHeld ? holdHours : 0;
  return (
    <Text size="sm" c="dimmed">
      {texts.changesApplyToFuturePayouts({ hours: hours > 0 ? texts.forYourSecurityYouWont({ hours }) : '' })}
    </Text>
  );
}

/** Details from before bank accounts had fields show their account in the first one. */
function valuesOf(details: PayoutDetails | null): DetailsValues {
  const isBank = details === null || details.method === 'bank';
  const field = (name: BankField) => details?.[name] ?? '';
  return {
    method: details?.method ?? 'bank',
    name: details?.account_name ?? '',
    account: isBank ? '' : details.details,
    country: details?.country ?? null,
    iban: field('iban') || (isBank && hasNoFields(details) ? (details?.details ?? '') : ''),
    bic: field('bic'),
    routing_number: field('routing_number'),
    sort_code: field('sort_code'),
    account_number: field('account_number'),
  };
}

function hasNoFields(details: PayoutDetails | null): boolean {
  return BANK_FIELDS.every((field) => (details?.[field] ?? null) === null);
}

function bodyOf(values: DetailsValues) {
  const { method, name, account, country } = values;
  const account_name = name.trim();
  if (method !== 'bank') return { method, account_name, details: account.trim(), country: null };
  const fields = bankFieldsOf(country).flatMap(({ field }) => {
    const value = values[field].trim();
    return value === '' ? [] : [[field, value] as const];
  });
  return { method, account_name, country, ...Object.fromEntries(fields) };
}
