import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useProgram } from '../session/session.js';
import { RuleFields } from './rule-fields.js';
import { type RuleInput, type RuleValues, ruleFaults, ruleOf } from './rule-values.js';

/** A rule as it is being typed, which counts only where somebody wants one. */
export interface OwnRateValues extends RuleValues {
  hasRate: boolean;
}

/** What is missing in it, by field of the form. */
export function ownRateFaults(values: OwnRateValues): Partial<ReturnType<typeof ruleFaults>> {
  return values.hasRate ? ruleFaults(values) : {};
}

/** The rule that is wanted; null: none. */
export function ownRateOf(values: OwnRateValues): RuleInput | null {
  return values.hasRate ? ruleOf(values) : null;
}

/** A switch for a rate of one's own, and its fields where there is to be one. */
export function OwnRate<Values extends OwnRateValues>({
  form: given,
  label,
  description,
  hasClauses = false,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly label: string;
  readonly description: string;
  /** Clauses are offered, too. */
  readonly hasClauses?: boolean;
}) {
  const form = given as unknown as UseFormReturnType<OwnRateValues>;
  const { currency } = useProgram();
  return (
    <>
      <Switch
        label={label}
        description={description}
        {...form.getInputProps('hasRate', { type: 'checkbox' })}
      />
      {form.values.hasRate && <RuleFields form={form} currency={currency} hasClauses={hasClauses} />}
    </>
  );
}
