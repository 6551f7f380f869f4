import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ApiError } from '../api/error.js';
import { texts } from '../texts/ui.js';

const MIN_CHARACTERS = 12;

/** What is wrong with a new password as far as that can be seen here, or null. The service has the last word. */
export function passwordFault(password: string): string | null {
  return [...password].length < MIN_CHARACTERS ? FAULTS.password_too_short : null;
}

const FAULTS = {
  password_too_short: texts.passwordTooShort({ characters: MIN_CHARACTERS }),
  password_too_long: texts.passwordTooLong,
  password_common: texts.passwordCommon,
  password_is_address: texts.passwordIsEmail,
} as const;

interface Sending {
  readonly isSending: boolean;
  readonly error: ApiError | null;
}

/**
 * What the service says of a new password, to be shown at its field, and the write for the form without it:
 * `const { fault, rest } = splitPasswordFault(change)`, then `<Form write={rest}>` and `<NewPassword fault={fault}>`.
 */
export function splitPasswordFault(write: Sending): {
  readonly fault: string | null;
  readonly rest: Sending;
} {
  const { isSending, error } = write;
  const fault = FAULTS[error?.code as keyof typeof FAULTS] ?? null;
  return { fault, rest: { isSending, error: fault === null ? error : null } };
}

/** The field for a new password. */
export function NewPassword({
  fault = null,
  error,
  ...props
}: PasswordInputProps & {
  /** What the service said of it. */
  readonly fault?: string | null;
}) {
  return (
    <PasswordInput
      label={texts.newPassword}
      description={texts.passwordHint({ characters: MIN_CHARACTERS })}
      autoComplete="new-password"
      required
      error={error ?? fault}
      {...props}
    />
  );
}
