import { Card, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Program } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { SectionTitle } from '../../ui/section-title.js';

/** The name of each choice. */
export const PRECEDENCES: Readonly<Record<Program['attribution_precedence'], string>> = texts.precedences;

/** Chooses who is credited for a sale that carries the code of another partner. */
export function AttributionPrecedence<
  Values extends { attributionPrecedence: Program['attribution_precedence'] },
>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <Card>
      <Stack gap="md">
        <SectionTitle id="codes">{texts.codes}</SectionTitle>
        <Radio.Group
          label={texts.whoIsCredited}
          description={texts.whenTheyDiffer}
          {...form.getInputProps('attributionPrecedence')}
        >
          <Stack gap="sm" mt="sm">
            <Radio value="link" label={PRECEDENCES.link} description={texts.linkKeepsThem} />
            <Radio value="code" label={PRECEDENCES.code} description={texts.codeTakesTheSale} />
          </Stack>
        </Radio.Group>
      </Stack>
    </Card>
  );
}
