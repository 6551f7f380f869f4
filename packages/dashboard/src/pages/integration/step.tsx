import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/status-badge.js';
import type { Standing } from './standing.js';

/** One step of the integration: its number, how far it is, what really happened, and what to do. */
export function Step({
  number,
  title,
  text,
  standing,
  live,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly standing: Standing;
  /** What real visitors and customers did. */
  readonly live: string;
  readonly children: ReactNode;
}) {
  const isDone = standing === 'live' || standing === 'connected';
  return (
    <Card component="section" aria-label={title}>
      <Group gap="sm" wrap="nowrap" align="flex-start" mb="md">
        <ThemeIcon
          radius="xl"
          size={32}
          variant={isDone ? 'filled' : 'light'}
          color={isDone ? 'brand' : 'gray'}
          aria-hidden
        >
          {isDone ? (
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
            <StatusBadge status={standing} />
          </Group>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          <Text size="sm">{live}</Text>
        </Stack>
      </Group>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}
