import { Button, Center, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError, waitText } from '../api/error.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';

/** Where there is nothing yet: what would be here, and what to do about it. */
export function EmptyState({
  title,
  text,
  action,
  icon = <IconInbox size={22} aria-hidden />,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  /** A button or link that leads on. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h3">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" size="sm" maw={440} component="div">
          {text}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  );
}

/**
 * Where something could not be shown: the service's own words, and another try. What does not exist (404) is no failure: trying again
 * would not help, so `missing` leads back to where it would be listed.
 */
export function ErrorState({
  error,
  retry,
  missing,
}: {
  readonly error: Error;
  readonly retry?: () => void;
  readonly missing?: { readonly title: string; readonly back: ReactNode };
}) {
  if (missing && error instanceof ApiError && error.status === 404) {
    return <EmptyState title={missing.title} text={texts.itMayHaveBeenRemoved} action={missing.back} />;
  }
  const wait = error instanceof ApiError ? waitText(error) : '';
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={44} radius="xl">
        <IconAlertTriangle size={22} aria-hidden />
      </ThemeIcon>
      <Title order={2} size="h3">
        {texts.thisCouldNotBeLoaded}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {error.message} {wait}
      </Text>
      {retry && (
        <Button variant="default" mt="xs" onClick={retry}>
          {common.tryAgain}
        </Button>
      )}
    </Stack>
  );
}

/** While something that has no shape of its own is under way. Lists, figures and charts show theirs instead. */
export function Loading({
  height = 320,
  label = texts.loading,
}: {
  readonly height?: number;
  readonly label?: string;
}) {
  return (
    <Center mih={height}>
      <output aria-label={label}>
        <Loader type="dots" />
      </output>
    </Center>
  );
}
