import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/status-badge.js';

/** One step of the integration: its number, whether it is complete, and what to do. */
export function Step({
  number,
  title,
  text,
  isComplete,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly isComplete: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Card component="section" aria-label={title}>
      <Group gap="sm" wrap="nowrap" align="flex-start" mb="md">
        <ThemeIcon
          radius="xl"
          size={32}
          variant={isComplete ? 'filled' : 'light'}
          color={isComplete ? 'brand' : 'gray'}
          aria-hidden
        >
          {isComplete ? (
            <IconCheck size={18} />
          ) : (
            <Text span fw={650} size="sm" c="var(--mantine-color-text)">
              {number}
            </Text>
          )}
        </ThemeIcon>
        <Stack gap={2} flex={1}>
          <Group justify="space-between" gap="xs">
            <Title order={2}>{title}</Title>
            <StatusBadge status={isComplete ? 'complete' : 'pending'} />
          </Group>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Stack>
      </Group>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}
