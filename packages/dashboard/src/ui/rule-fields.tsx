import { Alert, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Input } from '../api/client.js';
import { parsePercent } from '../format/number.js';
import type { RuleTerms } from '../format/rule.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import { MoneyInput } from './money-input.js';

/** A commission rule as it is being typed. */
export interface RuleValues {
  type: 'percent' | 'flat';
  percent: string;
  /** In the smallest unit of the program's currency. */
  amountCents: number | null;
  lasts: 'always' | 'first' | 'months';
  months: number | string;
}

/** A rule as the service takes it. */
export type RuleInput = Input<'/api/programs/{programId}/rules', 'post'>['body']['commission'];

/** What the fields say for a rule; 20 % of every sale where there is none. */
export function ruleValuesOf(rule: RuleTerms | null): RuleValues {
  const months = rule?.duration_months ?? null;
  return {
    type: rule?.type === 'flat' ? 'flat' : 'percent',
    percent: String((rule?.basis_points ?? 2000) / 100),
    amountCents: rule?.amount_cents ?? null,
    lasts: months === null ? 'always' : months === 0 ? 'first' : 'months',
    months: months === null || months === 0 ? 12 : months,
  };
}

/** The rule that the fields say; null while something is missing. */
export function ruleOf({ type, percent, amountCents, lasts, months }: RuleValues): RuleInput | null {
  if (lasts === 'months' && (typeof months !== 'number' || months < 1)) return null;
  const duration_months = lasts === 'always' ? null : lasts === 'first' ? 0 : Number(months);
  if (type === 'flat')
    return amountCents === null ? null : { type, amount_cents: amountCents, duration_months };
  const basis_points = parsePercent(percent);
  return basis_points === null ? null : { type, basis_points, duration_months };
}

/** For `validate` of the form. */
export const RULE_CHECKS = {
  percent: (percent: string, { type }: RuleValues) =>
    type === 'percent' && parsePercent(percent) === null ? texts.enterANumberFrom0 : null,
  amountCents: (amountCents: number | null, { type }: RuleValues) =>
    type === 'flat' && amountCents === null ? texts.enterAnAmount : null,
  months: (months: number | string, { lasts }: RuleValues) =>
    lasts === 'months' && !(Number(months) >= 1) ? texts.enterANumberOfMonths : null,
};

/** The fields of a commission rule, in a form that has them among its values. */
export function RuleFields<Values extends RuleValues>({
  form: given,
  currency,
  replaces = null,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly currency: string;
  /** The rule that the new one takes the place of. */
  readonly replaces?: RuleTerms | null;
}) {
  const form = given as unknown as UseFormReturnType<RuleValues>;
  const { type, amountCents, lasts, months } = form.values;
  return (
    <Stack gap="md">
      {replaces?.type === 'clauses' && (
        <Alert color="orange" variant="light">
          {texts.replacesClauses}
        </Alert>
      )}
      <Radio.Group label={common.commission} {...form.getInputProps('type')}>
        <Group mt={6} gap="lg">
          <Radio value="percent" label={texts.percentageOfTheSale} />
          <Radio value="flat" label={texts.fixedAmount} />
        </Group>
      </Radio.Group>
      {type === 'percent' ? (
        <TextInput
          label={texts.percentage}
          description={texts.ofTheAmountBeforeTax}
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
          required
          {...form.getInputProps('percent')}
        />
      ) : (
        <MoneyInput
          label={common.amount}
          description={texts.perSaleIn(currency)}
          currency={currency}
          required
          value={amountCents}
          onChange={(value) => form.setFieldValue('amountCents', value)}
          error={form.errors.amountCents}
        />
      )}
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
    </Stack>
  );
}
