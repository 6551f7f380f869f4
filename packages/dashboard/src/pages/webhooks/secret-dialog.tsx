import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { texts } from '../../texts/webhooks.js';
import { Snippet } from '../../ui/copy.js';

/** A new secret, this once; it closes only by its button, so that no stray click loses it. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.yourSecret}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Snippet code={secret} label={texts.signingSecret} wraps />
        <Alert
          color="gray"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.copyItNow}
        >
          {texts.weCantShowItAgain}
        </Alert>
        <Text size="sm" c="dimmed">
          {texts.verifyWithIt}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.iveSavedTheSecret}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
