import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.js';
import classes from './save-bar.module.css';

/**
 * The end of a long form: why it was refused, and its buttons. While there are unsaved changes it says so, and stays at the bottom of
 * the window wherever one is in the form.
 */
export function SaveBar({
  isUnsaved,
  error,
  children,
}: {
  readonly isUnsaved: boolean;
  readonly error: string | undefined;
  /** The buttons. */
  readonly children: ReactNode;
}) {
  return (
    <Stack gap="xs" className={classes.bar} data-unsaved={isUnsaved || undefined}>
      {error !== undefined && (
        <Alert color="red" role="alert" variant="light">
          {error}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        {isUnsaved && (
          <Text size="sm" fw={500}>
            {texts.unsavedChanges}
          </Text>
        )}
        <Group gap="xs" ms="auto">
          {children}
        </Group>
      </Group>
    </Stack>
  );
}
