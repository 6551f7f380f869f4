import { Alert, Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../api/error.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';

/** What of `Write` is needed to know how it went. */
interface Sending {
  readonly isSending: boolean;
  readonly error: ApiError | null;
  readonly reset: () => void;
}

interface ConfirmButtonProps extends Omit<ButtonProps, 'children'> {
  /** What the button says. */
  readonly children: ReactNode;
  readonly title: string;
  /** What happens, and what is lost. */
  readonly text: ReactNode;
  /** What the button that does it says: a verb, not "OK". */
  readonly confirm: string;
  /** Does it; the question closes when this is fulfilled with anything but null (see `Write.sendAndWait`). */
  readonly onConfirm: () => Promise<unknown>;
  readonly write: Sending;
  readonly isDangerous?: boolean;
  /** This has to be typed first, for what cannot be undone. */
  readonly typeToConfirm?: string;
  /** The button that closes the dialog, if "Cancel" would be ambiguous. */
  readonly dismiss?: string;
}

/** A button that asks before something is lost. Give its write `showsError: true`; the question shows the error. */
export function ConfirmButton({
  children,
  title,
  text,
  confirm,
  onConfirm,
  write,
  isDangerous = false,
  typeToConfirm,
  dismiss = common.cancel,
  ...button
}: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const openConfirmation = () => {
    write.reset();
    setTyped('');
    open();
  };
  const submitConfirmation = async (event: FormEvent) => {
    event.preventDefault();
    if ((await onConfirm()) !== null) close();
  };
  const isMissing = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
  return (
    <>
      <Button
        variant={isDangerous ? 'outline' : 'default'}
        color={isDangerous ? 'red.8' : undefined}
        c={isDangerous ? 'var(--svc-color-bad)' : undefined}
        {...button}
        onClick={openConfirmation}
      >
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <form onSubmit={submitConfirmation}>
          <Stack gap="md">
            <Text size="sm" component="div">
              {text}
            </Text>
            {typeToConfirm !== undefined && <Typed text={typeToConfirm} value={typed} onChange={setTyped} />}
            {write.error && (
              <Alert color="red" role="alert" variant="light">
                {write.error.message}
              </Alert>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {dismiss}
              </Button>
              <Button
                type="submit"
                color={isDangerous ? 'red.8' : undefined}
                loading={write.isSending}
                disabled={isMissing}
              >
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function Typed({
  text,
  value,
  onChange,
}: {
  readonly text: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      data-autofocus
      label={texts.typeToConfirm({ text })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}
