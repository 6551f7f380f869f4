import { Stack, Tabs, Text } from '@mantine/core';
import { texts } from '../../texts/integration.js';
import { Snippet } from '../../ui/copy.js';
import type { Way } from './snippets.js';

/** The variants of a step, each with the code to copy. */
export function Ways({ label, ways }: { readonly label: string; readonly ways: readonly Way[] }) {
  return (
    <Tabs defaultValue={ways[0]?.key ?? ''} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {ways.map((way) => (
          <Tabs.Tab key={way.key} value={way.key}>
            {way.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map((way) => (
        <Tabs.Panel key={way.key} value={way.key} pt="sm">
          <Stack gap="xs">
            <Text size="sm">{way.text}</Text>
            <Snippet code={way.code} label={texts.code({ label: way.label })} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
