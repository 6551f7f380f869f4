import { Card, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Program } from '../../session/session.js';
import { texts } from '../../texts/programs.js';
import { SectionTitle } from '../../ui/section-title.js';

/** The name of each choice. */
export const LEAD_SOURCES: Readonly<Record<Program['lead_source'], string>> = texts.leadSources;

/** Chooses who may report sign-ups. */
export function LeadSource<Values extends { leadSource: Program['lead_source'] }>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  return (
    <Card>
      <Stack gap="md">
        <SectionTitle id="sign-ups">{texts.signUps}</SectionTitle>
        <Radio.Group
          label={texts.acceptSignUpsFrom}
          description={texts.anyoneCanSendWhat}
          {...form.getInputProps('leadSource')}
        >
          <Stack gap="sm" mt="sm">
            <Radio value="any" label={LEAD_SOURCES.any} description={texts.ifAPage} />
            <Radio value="server" label={LEAD_SOURCES.server} description={texts.signUpsReported} />
          </Stack>
        </Radio.Group>
      </Stack>
    </Card>
  );
}
