import { Box, Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../api/error.js';
import { LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';
import { EmptyState } from '../ui/states.js';

/** Shown where an address leads nowhere, or to what the viewer may not see. */
export function NotFound() {
  return (
    <Box pt="xl">
      <PageHeader title="There is no such page" isTopLevel />
      <EmptyState
        icon={<IconMapQuestion size={22} aria-hidden />}
        title="Nothing is here"
        text="The address may be mistyped, or what it led to belongs to somebody else."
        action={<LinkButton to="/">Go to the start</LinkButton>}
      />
    </Box>
  );
}

/** Shown where a page failed. What was not found says so; after a new version of the service loading anew helps. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <Box pt="xl" role="alert">
      <PageHeader title="Something went wrong" isTopLevel />
      <EmptyState
        title="This page could not be shown"
        text={(error as Error).message}
        action={
          <>
            <Button variant="default" mr="xs" onClick={reset}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Load anew</Button>
          </>
        }
      />
    </Box>
  );
}
