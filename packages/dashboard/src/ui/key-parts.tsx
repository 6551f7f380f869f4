import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../texts/keys.js';
import { Snippet } from './copy.js';
import { Time } from './time.js';

/** The new key, this once; it closes only by its button, so that no stray click loses it. */
export function MadeKey({
  secret,
  label,
  note,
  onClose,
}: {
  readonly secret: string;
  /** What kind of key it is. */
  readonly label: string;
  /** Where it is used. */
  readonly note: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.yourNewKey}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Snippet code={secret} label={label} />
        <Alert
          color="gray"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.copyItNow}
        >
          {texts.weCantShowItAgain}
        </Alert>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.iveSavedTheKey}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const GRACE = [
  { hours: '0', label: texts.immediately, note: texts.chooseThisIfTheKey },
  { hours: '1', label: texts.in1Hour },
  { hours: '24', label: texts.in1Day },
  { hours: '168', label: texts.in1Week },
  { hours: '720', label: texts.in30Days },
];

/** When the old key ends that a new one takes the place of: hours, as text. */
export function GraceField(input: GetInputPropsReturnType) {
  return (
    <Radio.Group label={texts.oldKeyExpires} {...input}>
      <Stack mt={6} gap={8}>
        {GRACE.map(({ hours, label, note }) => (
          <Radio key={hours} value={hours} label={label} description={note} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What a key is called, with its last characters. */
export function KeyName({ name, hint }: { readonly name: string; readonly hint: string }) {
  return (
    <>
      {name}{' '}
      <Text span size="xs" c="dimmed" ff="monospace">
        …{hint}
      </Text>
    </>
  );
}

/** When a key was last used, if ever. */
export function LastUsed({ at }: { readonly at: string | null }) {
  return at === null ? (
    <Text span inherit c="dimmed">
      {texts.never}
    </Text>
  ) : (
    <Time at={at} form="relative" />
  );
}
