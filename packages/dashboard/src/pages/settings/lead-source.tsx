import { Card, Radio, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Program } from '../../session/session.js';

/** How each choice is called, here and where it is only shown. */
export const LEAD_SOURCES: Readonly<Record<Program['lead_source'], string>> = {
  any: 'Pages and servers',
  server: 'Servers only',
};

/** Who may report that somebody has signed up. */
export function LeadSource<Values extends { leadSource: Program['lead_source'] }>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  return (
    <Card>
      <Stack gap="md">
        <Title order={2}>Sign-ups</Title>
        <Radio.Group
          label="Accept sign-ups from"
          description="Anyone can send what a page sends. If your server reports every sign-up, accept them from servers only: then nobody can take the credit for a customer from a browser."
          {...form.getInputProps('leadSource')}
        >
          <Stack gap="sm" mt="sm">
            <Radio
              value="any"
              label={LEAD_SOURCES.any}
              description="The first sign-up that your server reports corrects what a page has reported of the same customer."
            />
            <Radio
              value="server"
              label={LEAD_SOURCES.server}
              description="Sign-ups reported by a page are refused. Pages still report visits."
            />
          </Stack>
        </Radio.Group>
      </Stack>
    </Card>
  );
}
