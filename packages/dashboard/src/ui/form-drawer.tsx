import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { type ApiError, waitText } from '../api/error.js';
import { common } from '../texts/common.js';

interface FormProps {
  /** `form.onSubmit((values) => write.send(…))` of @mantine/form. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The write, with `showsError: true`. */
  readonly write: { readonly isSending: boolean; readonly error: ApiError | null };
  /** What the button says: a verb. */
  readonly submit: string;
  /** Whether it cannot be undone. */
  readonly isDangerous?: boolean;
  /** The fields. */
  readonly children: ReactNode;
}

/** Fields, the service's refusal in its own words, and a button; nothing can be changed while it is being sent. */
export function Form({
  onSubmit,
  write,
  submit,
  isDangerous = false,
  children,
  extra,
}: FormProps & { readonly extra?: ReactNode }) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset disabled={write.isSending} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md">
          {children}
          {write.error && (
            <Alert color="red" role="alert" variant="light">
              {write.error.message} {waitText(write.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            {extra}
            <Button type="submit" loading={write.isSending} {...(isDangerous && { color: 'red.8' })}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  );
}

/**
 * Gives the focus back, when this is taken away, to where it was. Mantine does so for what closes, not for what is rendered only
 * while it is open.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/**
 * A form at the side, for creating or changing one thing. Render it only while it is open, so that it starts empty each
 * time: `{isOpen && <LinkDrawer onClose={close} />}`; close it in `onDone` of the write.
 */
export function FormDrawer({
  title,
  onClose,
  ...form
}: FormProps & { readonly title: string; readonly onClose: () => void }) {
  useFocusBack();
  return (
    <Drawer opened onClose={onClose} title={title}>
      <Form
        {...form}
        extra={
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
        }
      />
    </Drawer>
  );
}
