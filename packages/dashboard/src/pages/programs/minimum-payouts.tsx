import { ActionIcon, Group, Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { texts } from '../../texts/programs.js';
import { MoneyInput } from '../../ui/money-input.js';
import { SectionTitle } from '../../ui/section-title.js';

/** A minimum payout in a currency other than the program's. */
export interface MinimumValue {
  readonly currency: string;
  readonly cents: number | null;
}

/** The minimum payouts in other currencies: one field for each, and a choice to add another. */
export function MinimumPayouts<Values extends { minimumPayouts: MinimumValue[] }>({
  form,
  programCurrency,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly programCurrency: string;
}) {
  const { minimumPayouts } = form.values;
  const taken = new Set([programCurrency, ...minimumPayouts.map(({ currency }) => currency)]);
  const setMinimums = (values: MinimumValue[]) => form.setFieldValue('minimumPayouts', values as never);
  return (
    <section aria-labelledby="other-minimums">
      <SectionTitle order={3} size="h5" id="other-minimums" mt="md" mb={4}>
        {texts.minimumPayoutsInOtherCurrencies}
      </SectionTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.forPartnersWhoEarn({ programCurrency })}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="md">
        {minimumPayouts.map(({ currency, cents }, index) => (
          <Group key={currency} gap="xs" align="flex-start" wrap="nowrap">
            <MoneyInput
              label={texts.minimumIn({ currency })}
              currency={currency}
              required
              placeholder=""
              style={{ flex: 1 }}
              value={cents}
              onChange={(amount) => setMinimums(minimumPayouts.with(index, { currency, cents: amount }))}
              error={form.errors[`minimumPayouts.${index}.cents`]}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt="1.6rem"
              aria-label={texts.removeMinimumIn({ currency })}
              onClick={() => setMinimums(minimumPayouts.toSpliced(index, 1))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Select
          label={texts.addACurrency}
          placeholder={texts.chooseACurrency}
          data={CURRENCY_CHOICES.filter(({ value }) => !taken.has(value))}
          value={null}
          searchable
          nothingFoundMessage={texts.noMatchingCurrency}
          onChange={(currency) => {
            if (currency !== null) setMinimums([...minimumPayouts, { currency, cents: null }]);
          }}
        />
      </SimpleGrid>
    </section>
  );
}
