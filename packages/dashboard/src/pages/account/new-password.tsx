import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** What the service demands of a password. */
export const SHORTEST_PASSWORD = 8;

/** What is wrong with a new password, or null. */
export function passwordFault(password: string): string | null {
  return password.length < SHORTEST_PASSWORD ? `At least ${SHORTEST_PASSWORD} characters.` : null;
}

/** The field for a new password. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${SHORTEST_PASSWORD} characters. A few words in a row are easy to keep in mind.`}
      autoComplete="new-password"
      required
      {...props}
    />
  );
}
