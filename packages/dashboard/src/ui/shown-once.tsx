import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.js';
import { Snippet } from './copy.js';

/** A secret that is shown only now; it closes only by its button, so that no stray click loses it. */
export function ShownOnce({
  title,
  secret,
  label,
  warning,
  note,
  saved,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  /** What kind of secret it is. */
  readonly label: string;
  /** What to do once it is lost. */
  readonly warning: string;
  /** Where it is used. */
  readonly note: ReactNode;
  /** On the button. */
  readonly saved: string;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Snippet code={secret} label={label} wraps />
        <Alert
          color="gray"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.copyItNow}
        >
          {warning}
        </Alert>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{saved}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
