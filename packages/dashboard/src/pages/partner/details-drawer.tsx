import { Input, SegmentedControl, Select, type SelectProps, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { countryOptions } from './countries.js';

export type PayoutDetails = NonNullable<
  Answer<'/api/partner/programs/{programId}/payout-details'>['payout_details']
>;
type PayoutMethod = PayoutDetails['method'];

/** The ways to be paid, and what the account of each is called. */
export const METHODS: Record<
  PayoutMethod,
  { readonly label: string; readonly account: string; readonly description: string }
> = {
  bank: {
    label: 'Bank transfer',
    account: 'IBAN or account number',
    description: 'Outside of IBAN countries with what your bank asks for besides, such as a routing number.',
  },
  paypal: {
    label: 'PayPal',
    account: 'PayPal address',
    description: 'The email address of your PayPal account.',
  },
  wise: {
    label: 'Wise',
    account: 'Wise address or tag',
    description: 'The email address of your Wise account, or its tag.',
  },
};
const CHOICES = Object.entries(METHODS).map(([value, { label }]) => ({
  value: value as PayoutMethod,
  label,
}));

/** Says where to be paid, or changes it. */
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
    </FormDrawer>
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
