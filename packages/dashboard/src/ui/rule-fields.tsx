import { Group, NumberInput, Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { common } from '../texts/common.js';
import { texts } from '../texts/rules.js';
import { MoneyInput } from './money-input.js';
import type { RuleValues } from './rule-values.js';

// Few rules have clauses: what edits them is loaded when somebody chooses them.
const ClausesEditor = lazy(() =>
  import('./rule-clauses.js').then(({ ClausesEditor }) => ({ default: ClausesEditor })),
);

const CLAUSES_HEIGHT = 320;

/** The fields of a commission rule, in a form that has them among its values. */
export function RuleFields<Values extends RuleValues>({
  form: given,
  currency,
  hasClauses = false,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly currency: string;
  /** Clauses are offered, too. */
  readonly hasClauses?: boolean;
}) {
  const form = given as unknown as UseFormReturnType<RuleValues>;
  const { lasts, months } = form.values;
  return (
    <Stack gap="md">
      <Radio.Group label={common.commission} {...form.getInputProps('type')}>
        <Group mt={6} gap="lg">
          <Radio value="percent" label={texts.percentageOfTheSale} />
          <Radio value="flat" label={texts.fixedAmount} />
          {hasClauses && <Radio value="clauses" label={texts.byProductCodeOrTier} />}
        </Group>
      </Radio.Group>
      <Rate form={form} currency={currency} />
      <Radio.Group label={texts.appliesTo} {...form.getInputProps('lasts')}>
        <Stack mt={6} gap={8}>
          <Radio value="always" label={texts.everySaleOfACustomer} />
          <Radio value="first" label={texts.aCustomersFirstSaleOnly} />
          <Radio value="months" label={texts.forALimitedNumber} />
        </Stack>
      </Radio.Group>
      {lasts === 'months' && (
        <NumberInput
          label={texts.months}
          description={texts.countedFromTheCustomersFirst}
          min={1}
          max={1200}
          allowDecimal={false}
          allowNegative={false}
          required
          value={months}
          onChange={(value) => form.setFieldValue('months', value)}
          error={form.errors.months}
        />
      )}
      {hasClauses && (
        <MoneyInput
          label={texts.limitPerCustomer}
          description={texts.theMostOneCustomerEarns}
          placeholder={texts.noLimit}
          currency={currency}
          value={form.values.maxTotalCents}
          onChange={(maxTotalCents) => form.setFieldValue('maxTotalCents', maxTotalCents)}
        />
      )}
    </Stack>
  );
}

/** What is paid, in the fields of the chosen shape. */
function Rate({
  form,
  currency,
}: {
  readonly form: UseFormReturnType<RuleValues>;
  readonly currency: string;
}) {
  const { type, amountCents, clauses, otherwise } = form.values;
  if (type === 'percent') {
    return (
      <TextInput
        label={texts.percentage}
        description={texts.ofTheAmountBeforeTax}
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        required
        {...form.getInputProps('percent')}
      />
    );
  }
  if (type === 'flat') {
    return (
      <MoneyInput
        label={common.amount}
        description={texts.perSaleIn({ currency })}
        currency={currency}
        required
        value={amountCents}
        onChange={(value) => form.setFieldValue('amountCents', value)}
        error={form.errors.amountCents}
      />
    );
  }
  return (
    <Suspense fallback={<Skeleton height={CLAUSES_HEIGHT} />}>
      <ClausesEditor
        clauses={clauses}
        otherwise={otherwise}
        currency={currency}
        showsFaults={form.errors.clauses !== undefined}
        otherwiseError={form.errors.otherwise === undefined ? undefined : String(form.errors.otherwise)}
        onClauses={(next) => form.setFieldValue('clauses', next)}
        onOtherwise={(next) => form.setFieldValue('otherwise', next)}
      />
    </Suspense>
  );
}
