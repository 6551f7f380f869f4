import { Card, Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Program } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { SectionTitle } from '../../ui/section-title.js';

/** What a program can look for, in the order of the form. */
export const FRAUD_FLAGS = [
  'self_referral',
  'fast_sale',
  'click_burst',
  'paid_search',
  'code_leak',
  'page_named',
] as const;

export type FraudValues = Pick<Program, (typeof FRAUD_FLAGS)[number]>;

/** The part of the form's values that comes from the program, and of the request that comes from the form. */
export function fraudValuesOf(values: FraudValues): FraudValues {
  const { self_referral, fast_sale, click_burst, paid_search, code_leak, page_named } = values;
  return { self_referral, fast_sale, click_burst, paid_search, code_leak, page_named };
}

const ACTIONS = (['off', 'flag', 'hold'] as const).map((value) => ({
  value,
  label: texts.fraudActions[value],
}));

/** Chooses what is looked for in the sales of partners, and what happens to commissions where it is found. */
export function FraudSettings<Values extends FraudValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  return (
    <Card>
      <SectionTitle id="fraud-checks">{texts.fraudChecks}</SectionTitle>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {texts.fraudChecksText}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        {FRAUD_FLAGS.map((flag) => (
          <Select
            key={flag}
            label={common.flags[flag]}
            description={texts.fraudFlagTexts[flag]}
            data={ACTIONS}
            allowDeselect={false}
            {...form.getInputProps(flag)}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}
